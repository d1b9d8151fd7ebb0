/**
 * The companies of the simulated market: real names and tickers with rounded real traits, but invented prices. So
 * every screen with these companies carries the label "Simulated prices".
 */
import { Sha256 } from '#market/simulated/crypto.ts';

type Row = [
  symbol: string,
  name: string,
  beta: number,
  price: number,
  shares: number,
  volume: number,
  vol: number,
];

/** By sector and exchange; the columns are those of `Row`. */
const TABLE: Record<string, { NASDAQ?: Row[]; NYSE?: Row[]; AMEX?: Row[] }> = {
  Technology: {
    NASDAQ: [
      ['AAPL', 'Apple Inc.', 1.2, 228, 15_100, 52, 0.9],
      ['MSFT', 'Microsoft Corporation', 0.95, 425, 7430, 21, 0.8],
      ['NVDA', 'NVIDIA Corporation', 1.75, 132, 24_500, 240, 1.7],
      ['AVGO', 'Broadcom Inc.', 1.3, 172, 4670, 26, 1.5],
      ['AMD', 'Advanced Micro Devices, Inc.', 1.7, 142, 1620, 42, 1.7],
      ['INTC', 'Intel Corporation', 1.05, 24, 4310, 70, 1.7],
      ['QCOM', 'QUALCOMM Incorporated', 1.25, 162, 1110, 8.4, 1.3],
      ['TXN', 'Texas Instruments Incorporated', 1.0, 195, 912, 5.6, 1.0],
      ['ADBE', 'Adobe Inc.', 1.25, 485, 440, 3.4, 1.3],
      ['CSCO', 'Cisco Systems, Inc.', 0.85, 56, 3990, 18, 0.9],
      ['AMAT', 'Applied Materials, Inc.', 1.5, 178, 825, 6.4, 1.4],
      ['MU', 'Micron Technology, Inc.', 1.3, 98, 1110, 20, 1.8],
      ['INTU', 'Intuit Inc.', 1.2, 640, 280, 1.5, 1.2],
      ['PANW', 'Palo Alto Networks, Inc.', 1.1, 380, 328, 3.3, 1.5],
      ['CRWD', 'CrowdStrike Holdings, Inc.', 1.15, 330, 246, 3.8, 1.9],
      ['PLTR', 'Palantir Technologies Inc.', 1.9, 62, 2250, 62, 2.4],
      ['MSTR', 'MicroStrategy Incorporated', 2.6, 320, 203, 18, 3.4],
    ],
    NYSE: [
      ['ORCL', 'Oracle Corporation', 1.0, 176, 2770, 9.2, 1.2],
      ['CRM', 'Salesforce, Inc.', 1.25, 305, 956, 6.1, 1.3],
      ['IBM', 'International Business Machines Corporation', 0.7, 222, 925, 4.1, 0.9],
      ['NOW', 'ServiceNow, Inc.', 1.05, 960, 206, 1.3, 1.3],
      ['SNOW', 'Snowflake Inc.', 1.2, 142, 332, 6.5, 2.1],
      ['DELL', 'Dell Technologies Inc.', 1.1, 126, 705, 8.8, 1.8],
      ['HPQ', 'HP Inc.', 1.05, 36, 964, 7.4, 1.2],
    ],
  },
  'Communication Services': {
    NASDAQ: [
      ['GOOGL', 'Alphabet Inc.', 1.05, 172, 5860, 25, 1.0],
      ['META', 'Meta Platforms, Inc.', 1.2, 575, 2530, 14, 1.3],
      ['NFLX', 'Netflix, Inc.', 1.25, 790, 428, 3.6, 1.4],
      ['CMCSA', 'Comcast Corporation', 0.95, 42, 3830, 19, 0.9],
      ['TMUS', 'T-Mobile US, Inc.', 0.55, 232, 1160, 4.1, 0.8],
      ['EA', 'Electronic Arts Inc.', 0.75, 152, 263, 2.2, 1.0],
    ],
    NYSE: [
      ['DIS', 'The Walt Disney Company', 1.3, 98, 1810, 9.6, 1.1],
      ['T', 'AT&T Inc.', 0.6, 22, 7180, 34, 0.8],
      ['VZ', 'Verizon Communications Inc.', 0.45, 41, 4210, 17, 0.8],
      ['SPOT', 'Spotify Technology S.A.', 1.5, 385, 201, 1.8, 1.8],
      ['RBLX', 'Roblox Corporation', 1.6, 44, 665, 9.1, 2.3],
      ['SNAP', 'Snap Inc.', 1.5, 11, 1660, 29, 2.6],
    ],
  },
  'Consumer Cyclical': {
    NASDAQ: [
      ['AMZN', 'Amazon.com, Inc.', 1.2, 196, 10_500, 41, 1.1],
      ['TSLA', 'Tesla, Inc.', 1.95, 258, 3210, 96, 2.3],
      ['SBUX', 'Starbucks Corporation', 0.95, 97, 1130, 8.6, 1.1],
      ['BKNG', 'Booking Holdings Inc.', 1.35, 4380, 33.1, 0.26, 1.0],
      ['ABNB', 'Airbnb, Inc.', 1.2, 136, 634, 5.2, 1.6],
      ['MELI', 'MercadoLibre, Inc.', 1.5, 2040, 50.7, 0.41, 1.7],
      ['LULU', 'Lululemon Athletica Inc.', 1.25, 302, 122, 2.0, 1.7],
      ['RIVN', 'Rivian Automotive, Inc.', 2.0, 10.5, 1010, 33, 3.0],
    ],
    NYSE: [
      ['HD', 'The Home Depot, Inc.', 1.0, 402, 993, 3.3, 0.8],
      ['MCD', "McDonald's Corporation", 0.65, 298, 717, 3.2, 0.7],
      ['NKE', 'NIKE, Inc.', 1.05, 79, 1490, 10, 1.3],
      ['LOW', "Lowe's Companies, Inc.", 1.05, 268, 567, 2.3, 0.9],
      ['F', 'Ford Motor Company', 1.5, 11, 3970, 52, 1.3],
      ['GM', 'General Motors Company', 1.35, 53, 1100, 13, 1.3],
      ['BABA', 'Alibaba Group Holding Limited', 0.9, 94, 2390, 17, 1.9],
      ['CMG', 'Chipotle Mexican Grill, Inc.', 1.2, 59, 1360, 9.7, 1.2],
      ['CCL', 'Carnival Corporation', 2.1, 23, 1290, 24, 1.7],
    ],
  },
  'Consumer Defensive': {
    NASDAQ: [
      ['COST', 'Costco Wholesale Corporation', 0.8, 895, 443, 1.9, 0.8],
      ['PEP', 'PepsiCo, Inc.', 0.5, 165, 1370, 5.6, 0.7],
      ['MDLZ', 'Mondelez International, Inc.', 0.5, 67, 1330, 7.3, 0.8],
    ],
    NYSE: [
      ['WMT', 'Walmart Inc.', 0.6, 83, 8040, 15, 0.8],
      ['PG', 'The Procter & Gamble Company', 0.45, 168, 2360, 6.4, 0.7],
      ['KO', 'The Coca-Cola Company', 0.5, 65, 4310, 13, 0.6],
      ['PM', 'Philip Morris International Inc.', 0.55, 128, 1550, 5.0, 0.8],
      ['TGT', 'Target Corporation', 1.1, 148, 459, 4.4, 1.3],
      ['KR', 'The Kroger Co.', 0.5, 57, 723, 4.6, 1.0],
      ['GIS', 'General Mills, Inc.', 0.2, 66, 555, 3.4, 0.8],
    ],
  },
  Healthcare: {
    NASDAQ: [
      ['AMGN', 'Amgen Inc.', 0.6, 312, 537, 2.5, 1.0],
      ['GILD', 'Gilead Sciences, Inc.', 0.4, 88, 1250, 6.7, 1.0],
      ['VRTX', 'Vertex Pharmaceuticals Incorporated', 0.5, 470, 257, 1.2, 1.1],
      ['MRNA', 'Moderna, Inc.', 1.4, 52, 384, 6.3, 2.6],
      ['ISRG', 'Intuitive Surgical, Inc.', 1.3, 512, 356, 1.4, 1.2],
    ],
    NYSE: [
      ['LLY', 'Eli Lilly and Company', 0.5, 850, 950, 3.4, 1.3],
      ['UNH', 'UnitedHealth Group Incorporated', 0.6, 575, 920, 3.8, 1.1],
      ['JNJ', 'Johnson & Johnson', 0.5, 160, 2410, 6.9, 0.7],
      ['MRK', 'Merck & Co., Inc.', 0.45, 104, 2530, 10, 0.9],
      ['ABBV', 'AbbVie Inc.', 0.55, 192, 1770, 5.4, 0.9],
      ['PFE', 'Pfizer Inc.', 0.65, 28, 5670, 34, 1.1],
      ['TMO', 'Thermo Fisher Scientific Inc.', 0.8, 560, 382, 1.6, 0.9],
      ['ABT', 'Abbott Laboratories', 0.7, 116, 1730, 5.3, 0.8],
      ['BMY', 'Bristol-Myers Squibb Company', 0.45, 54, 2030, 13, 1.0],
      ['CVS', 'CVS Health Corporation', 0.6, 58, 1260, 10, 1.3],
    ],
  },
  'Financial Services': {
    NASDAQ: [
      ['PYPL', 'PayPal Holdings, Inc.', 1.45, 80, 1000, 12, 1.5],
      ['COIN', 'Coinbase Global, Inc.', 2.8, 214, 250, 10, 3.0],
      ['HOOD', 'Robinhood Markets, Inc.', 1.9, 27, 884, 18, 2.6],
    ],
    NYSE: [
      ['BRK-B', 'Berkshire Hathaway Inc.', 0.75, 455, 2160, 3.6, 0.5],
      ['JPM', 'JPMorgan Chase & Co.', 1.05, 225, 2820, 8.9, 0.8],
      ['V', 'Visa Inc.', 0.9, 286, 1960, 6.1, 0.7],
      ['MA', 'Mastercard Incorporated', 0.95, 508, 918, 2.5, 0.8],
      ['BAC', 'Bank of America Corporation', 1.2, 42, 7670, 33, 0.9],
      ['WFC', 'Wells Fargo & Company', 1.15, 65, 3330, 15, 1.0],
      ['GS', 'The Goldman Sachs Group, Inc.', 1.3, 525, 314, 2.2, 0.9],
      ['MS', 'Morgan Stanley', 1.25, 119, 1610, 6.2, 0.9],
      ['C', 'Citigroup Inc.', 1.35, 64, 1890, 13, 1.0],
      ['AXP', 'American Express Company', 1.2, 272, 704, 2.6, 0.9],
      ['BLK', 'BlackRock, Inc.', 1.25, 985, 155, 0.62, 0.8],
      ['SCHW', 'The Charles Schwab Corporation', 1.0, 72, 1830, 8.9, 1.1],
    ],
  },
  Energy: {
    NASDAQ: [['FANG', 'Diamondback Energy, Inc.', 0.9, 180, 292, 1.9, 1.2]],
    NYSE: [
      ['XOM', 'Exxon Mobil Corporation', 0.7, 118, 4440, 14, 0.8],
      ['CVX', 'Chevron Corporation', 0.75, 152, 1800, 7.5, 0.8],
      ['COP', 'ConocoPhillips', 0.9, 108, 1150, 6.4, 1.1],
      ['SLB', 'Schlumberger Limited', 1.15, 42, 1410, 12, 1.2],
      ['OXY', 'Occidental Petroleum Corporation', 1.1, 51, 938, 9.4, 1.2],
    ],
  },
  Industrials: {
    NASDAQ: [
      ['HON', 'Honeywell International Inc.', 0.9, 215, 650, 3.2, 0.8],
      ['UAL', 'United Airlines Holdings, Inc.', 1.5, 78, 329, 7.1, 1.8],
    ],
    NYSE: [
      ['CAT', 'Caterpillar Inc.', 1.15, 382, 483, 2.8, 1.0],
      ['BA', 'The Boeing Company', 1.4, 152, 748, 9.3, 1.4],
      ['GE', 'GE Aerospace', 1.2, 182, 1080, 5.3, 1.1],
      ['UPS', 'United Parcel Service, Inc.', 0.95, 135, 853, 4.1, 1.0],
      ['DE', 'Deere & Company', 0.95, 405, 273, 1.4, 1.0],
      ['LMT', 'Lockheed Martin Corporation', 0.4, 545, 237, 1.1, 0.8],
      ['DAL', 'Delta Air Lines, Inc.', 1.4, 57, 645, 8.6, 1.5],
      ['UBER', 'Uber Technologies, Inc.', 1.35, 72, 2110, 20, 1.6],
    ],
  },
  'Basic Materials': {
    NYSE: [
      ['LIN', 'Linde plc', 0.9, 460, 476, 1.8, 0.7],
      ['FCX', 'Freeport-McMoRan Inc.', 1.5, 46, 1440, 12, 1.4],
      ['NEM', 'Newmont Corporation', 0.55, 46, 1140, 9.4, 1.4],
      ['NUE', 'Nucor Corporation', 1.3, 146, 235, 1.9, 1.2],
    ],
  },
  Utilities: {
    NASDAQ: [['CEG', 'Constellation Energy Corporation', 0.85, 240, 313, 2.7, 1.8]],
    NYSE: [
      ['NEE', 'NextEra Energy, Inc.', 0.6, 77, 2060, 10, 1.0],
      ['DUK', 'Duke Energy Corporation', 0.45, 112, 772, 3.0, 0.7],
      ['SO', 'The Southern Company', 0.45, 87, 1100, 4.1, 0.7],
    ],
  },
  'Real Estate': {
    NASDAQ: [['EQIX', 'Equinix, Inc.', 0.8, 905, 96.5, 0.5, 0.9]],
    NYSE: [
      ['AMT', 'American Tower Corporation', 0.75, 208, 467, 2.2, 1.0],
      ['PLD', 'Prologis, Inc.', 1.05, 116, 926, 3.5, 1.0],
      ['O', 'Realty Income Corporation', 0.7, 58, 875, 5.3, 0.7],
    ],
  },
  'Index Funds': {
    NASDAQ: [['QQQ', 'Invesco QQQ Trust', 1.2, 498, 642, 35, 0.25]],
    AMEX: [
      ['SPY', 'SPDR S&P 500 ETF Trust', 1.0, 586, 1010, 48, 0.06],
      ['DIA', 'SPDR Dow Jones Industrial Average ETF Trust', 0.9, 428, 86, 3.1, 0.12],
      ['IWM', 'iShares Russell 2000 ETF', 1.15, 222, 310, 27, 0.4],
    ],
  },
};

export type Company = {
  symbol: string;
  name: string;
  exchange: 'NASDAQ' | 'NYSE' | 'AMEX';
  sector: string;
  /** Weight of the market factor. */
  beta: number;
  /** Dollars on ANCHOR_DAY of series.ts. */
  price: number;
  /** Shares outstanding in millions. */
  shares: number;
  /** Millions of shares, in a usual session. */
  volume: number;
  /** Base daily volatility of the company's own part, percent. */
  vol: number;
};

/** Funds hold the whole market: no sector moves them. */
export const FUNDS = 'Index Funds';

export const COMPANIES: readonly Company[] = Object.entries(TABLE).flatMap(([sector, exchanges]) =>
  Object.entries(exchanges).flatMap(([exchange, rows]) =>
    rows.map(([symbol, name, beta, price, shares, volume, vol]) => ({
      symbol,
      name,
      exchange: exchange as Company['exchange'],
      sector,
      beta,
      price,
      shares,
      volume,
      vol,
    })),
  ),
);

/**
 * Returns the version of a catalogue, which a season stores: 16 hex digits of the SHA-256 of all figures that move
 * prices.
 */
export function catalogueVersion(companies: readonly Company[]): string {
  const facts = companies.map((c) => [c.symbol, c.sector, c.beta, c.price, c.shares, c.volume, c.vol]);
  return new Sha256().add(JSON.stringify(facts)).hex().slice(0, 16);
}

export const CATALOGUE_VERSION = catalogueVersion(COMPANIES);

export const COMPANY_BY_SYMBOL: ReadonlyMap<string, Company> = new Map(COMPANIES.map((c) => [c.symbol, c]));
