"""A season's bundle, proved by docs/rules/14-season-bundle.md and 15-tape.md alone: python3 verify.py season.jsonl.gz

Exits with 0 when everything follows, 1 with the first differences, 3 when it is of another format, tape or catalogue.
For the name - it reads the names of files, one a line, and prints `exit CODE` after each report."""
import functools, gzip, hashlib, itertools, json, re, sys, time, zlib
from collections import defaultdict
from pathlib import Path

import tape

SOURCES = {'simulated': ['simulated'], 'replay': ['replay'], 'fmp': ['fmp', 'finnhub']}
LINES = 'season', 'terms', 'volumeShare', 'game', 'seed', 'split', 'dividend', 'volume', 'rename', 'settlement', 'trader', 'rules fill event salt link', 'mark', 'prize', 'decision', 'standing', 'award', 'end'
STAGES = {kind: stage for stage, kinds in enumerate(LINES) for kind in kinds.split()}
SEASON = 'version number market hours delaySec quoteMaxAgeMs tape? catalogue? marketSeed tieRule startCash prize startedAt endedAt traders fills events links'
# Copied from the document, as any stranger would: read from a file of the server, a mistake in that file would pass unseen.
LAYOUT = {kind: names.split() for kind, names in {
    'season': SEASON, 'terms': 'leastTrades leastDays longOnly entryClosesAt? frozenHours', 'seed': 'period from_ hash seed marketSeed', 'trader': 'id name isAdmin',
    'split': 'n symbol date numerator denominator trader afterFill before since after entryAfter',
    'dividend': 'n symbol date perShare effectiveAt at trader afterFill afterSplit shares cash',
    'volumeShare': 'percent', 'game': 'tickers? dayTrades?', 'volume': 'n symbol date session volume',
    'rename': 'n old new at firstFill', 'settlement': 'n symbol price at firstFill lastFill reason',
    'rules': 'firstFill at minPrice maxShare? minHoldMinutes hideOpen',
    'fill': 'id trader action symbol quantity price cash quoteAt source filledAt reason? order?',
    'event': 'id trader order change at fill? rev symbol action type tif quantity? amount? closeAll limit? stop? trailAmount? trailPercent? mark? '
             'status reason? parent? role? oco? hold placedAt activeFrom? triggeredAt? expiresAt? finalAt?',
    'salt': 'seq salt',
    'link': 'seq at rules firstFill? lastFill? firstEvent? lastEvent? rowsHash head',
    'mark': 'symbol price quoteAt? source?', 'prize': 'place amount', 'decision': 'n at change trader? place? amount?',
    'award': 'trader place amount', 'standing': 'row trader place? rank equity realised trades cash isOut', 'end': 'hash'}.items()}
FIELDS = {kind: [name.rstrip('?') for name in names] for kind, names in LAYOUT.items()}
TYPES = {name: type_ for type_, names in {
    'text': 'action catalogue change date hours market name new oco old order parent rank reason role session source status symbol tickers tieRule tif type',
    'flag': 'closeAll hideOpen isAdmin isOut longOnly marketSeed', 'hex': 'hash head rowsHash salt seed',
    'money': 'amount cash equity hold minPrice prize realised startCash', 'quantity': 'after before quantity shares since', 'entry': 'entryAfter',
    'time': 'activeFrom at effectiveAt endedAt entryClosesAt expiresAt filledAt finalAt from_ placedAt quoteAt startedAt triggeredAt',
    'dividend': 'perShare', 'price': 'limit mark price stop trailAmount', 'percent': 'trailPercent'}.items() for name in names.split()}
PLACES = {'money': 2, 'percent': 2, 'price': 4, 'quantity': 6, 'dividend': 6, 'entry': 8}
SIZE, TRAIL, END = ('quantity', 'amount', 'closeAll'), ('trailAmount', 'trailPercent'), ('status', 'reason', 'hold', 'finalAt')
TERMS = [*FIELDS['event'][6:], 'trader']
CHANGED = {
    'activated': (*SIZE, 'mark', 'expiresAt', 'status', 'activeFrom'), 'triggered': ('status', 'triggeredAt', 'activeFrom'),
    'replaced': ('rev', *SIZE, 'limit', 'stop', *TRAIL, 'mark', 'tif', 'expiresAt', 'hold', 'activeFrom'), 'joined': ('oco',),
    'resized': ('rev', 'quantity'), 'split': ('rev', *SIZE, 'limit', 'stop', *TRAIL, 'mark', 'hold'), 'renamed': ('rev', 'symbol', 'mark', 'activeFrom'), 'filled': ('status', 'hold', 'finalAt', 'triggeredAt'),
    'cancelled': END, 'expired': END, 'rejected': (*END, 'triggeredAt')}
WAITING, ACTIVE = ('held', 'working', 'triggered'), ('working', 'triggered')
MOVES = {'activated': (('held',), 'working'), 'triggered': (('working',), 'triggered'), 'filled': (ACTIVE, 'filled'),
         'cancelled': (WAITING, 'cancelled'), 'expired': (WAITING, 'expired'), 'rejected': (ACTIVE, 'rejected')}
CLOSES = {'buy': 'sell', 'short': 'cover'}
ORDER = ('rules', 'fill', 'event', 'salt')
CLOCKS, LATE, WAIT = 30_000, 60_000, 90 * 86_400_000
FOLLOWS = ('oco', 'position_closed', 'parent', 'forced_cover')
sha = lambda data: hashlib.sha256(data).hexdigest()
# bundles of the same seeds, read after each other, share what was computed of the tape
tape_of = functools.lru_cache(4)(tape.Tape)


def whole(text, places):
    if not re.fullmatch(r'-?[0-9]+' + (r'\.[0-9]{%d}' % places if places else ''), text):
        raise ValueError(f'{text} is no decimal of {places} places')
    return int(text.replace('.', ''))


cents, price_of, shares = (lambda t: whole(t, 2)), (lambda t: whole(t, 4)), (lambda t: whole(t, 6))
up, down = (lambda n, d: -(-n // d)), (lambda n, d: n // d)
rounded = lambda n, d: (abs(n) * 2 + d) // (2 * d) * (-1 if n < 0 else 1)


def worth(season, p, q, held):
    """What closing q of an open position (side, quantity, average entry, cost, exact cost) pays at the price p."""
    short, open_, entry, _, exact = held
    if season.version == 1:
        return rounded((2 * entry - p * 10_000) * q, 10**12) if short else rounded(p * q, 10**8)
    return down(2 * (exact - rest(exact, q, open_)) - p * q, 10**8) if short else down(p * q, 10**8)


rest = lambda exact, q, open_: up(exact * (open_ - q), open_)


def is_of(type_, value):
    """Whether a value is of a type of the document's table."""
    if type_ == 'flag':
        return type(value) is bool
    if type_ in ('whole', 'time'):
        return type(value) is int and abs(value) < 2**53 and (type_ == 'whole' or value < 4_102_444_800_000)
    form = {'text': r'(?s:.*)', 'hex': '[0-9a-f]*'}.get(type_) or r'(?:-(?!0\.0+$))?(?:0|[1-9][0-9]*)\.[0-9]{%d}' % PLACES[type_]
    return isinstance(value, str) and re.fullmatch(form, value) is not None


class Row:
    def __init__(self, line, values):
        self.line, self.kind = line, values[0]
        if len(values) != len(FIELDS[self.kind]) + 1:
            raise ValueError(f'a {self.kind} has {len(values) - 1} values')
        for name, value in zip(LAYOUT[self.kind], values[1:]):
            if not (value is None and name.endswith('?')) and not is_of(TYPES.get(name.rstrip('?'), 'whole'), value):
                raise ValueError(f'{name.rstrip("?_")} is {value!a:.80}')
        self.__dict__.update(zip(FIELDS[self.kind], values[1:]))


class Account:
    def __init__(self, cash):
        self.cash, self.realised, self.trades, self.last, self.open, self.days, self.day = cash, 0, 0, None, {}, set(), defaultdict(int)
        self.forced = None
        self.of_day = defaultdict(int)


class Verifier:
    def __init__(self, data):
        self.findings, self.rows, self.accounts, self.open_before = [], defaultdict(list), {}, {}
        self.data = gzip.decompress(data) if data[:2] == b'\x1f\x8b' else data

    def find(self, row, text):
        self.findings.append(f'line {row if isinstance(row, int) else row.line}: {text}')

    def equal(self, row, what, is_, should):
        if is_ != should:
            self.find(row, f'{what} is {is_}, it should be {should}')

    def run(self):
        self.read()
        if len(self.rows['season']) != 1:
            self.find(1, f'a bundle has one season, not {len(self.rows["season"])}')
            return 1
        s = self.season = self.rows['season'][0]
        for kind in 'trader', 'fill', 'event', 'link':
            self.equal(s, f'the number of {kind} lines', getattr(s, kind + 's'), len(self.rows[kind]))
        self.simulated = s.market == 'simulated'
        if s.version not in range(1, 8) or s.market not in SOURCES or s.hours not in ('always', 'us') or s.tieRule != 'shared' or self.simulated and (s.tape not in tape.VERSIONS or s.catalogue != tape.CATALOGUE_VERSION):
            print(f'cannot be checked: format {s.version}, market {s.market!a}, hours {s.hours!a}, tape {s.tape}, catalogue {s.catalogue!a}, ties {s.tieRule!a}')
            return 3
        if len(self.rows['terms']) != (s.version >= 6):
            self.find(s, f'{len(self.rows["terms"])} terms in a season of version {s.version}')
        if len(self.rows['game']) != self.is_game():
            self.find(s, f'{len(self.rows["game"])} lines of a game in number {s.number}')
        try:
            self.check_chain()
            self.check_times()
            self.check_seeds()
            self.play()
            self.check_standings()
            self.check_winners()
            self.check_orders()
        except Exception as error:
            self.find(0, f'a value cannot be read: {error!a}')
        return 1 if self.findings else 0

    def is_game(self):
        """A private game has a number below zero."""
        return self.season.number < 0

    def read(self):
        lines, stage, last, start = self.data.split(b'\n'), 0, {}, 0
        if lines.pop() != b'':
            self.find(len(lines) + 1, 'the file does not end with a line')
        for n, line in enumerate(lines, 1):
            try:
                row = Row(n, json.loads(line))
            except (ValueError, LookupError, TypeError, RecursionError) as error:
                self.find(n, f'cannot be read: {error}')
                continue
            row.bytes = line + b'\n'
            if STAGES[row.kind] < stage:
                self.find(row, f'a {row.kind} comes too late')
            stage, first = STAGES[row.kind], getattr(row, FIELDS[row.kind][0])
            if row.kind in last and not last[row.kind] < first:
                self.find(row, f'{row.kind} {first} follows {last[row.kind]}')
            last[row.kind] = first
            self.rows[row.kind].append(row)
            if row.kind == 'end':
                self.equal(row, 'the hash of the file', row.hash, sha(self.data[:start]))
            start += len(row.bytes)
        if not lines or stage != STAGES['end']:
            self.find(len(lines), 'the file has no end')

    def check_chain(self):
        record = sorted((row for kind in ('rules', 'fill', 'event', 'salt', 'link') for row in self.rows[kind]), key=lambda row: row.line)
        head, seq, block, salts = sha(f'paperpit season chain 1 {self.season.number}'.encode()), 0, [], set()
        for row in record:
            if row.kind != 'link':
                if block and ORDER.index(row.kind) < ORDER.index(block[-1].kind):
                    self.find(row, f'a {row.kind} comes too late in its block')
                block.append(row)
                continue
            seq += 1
            ids = [getattr(each[at], 'id') if each else None for each in ([r for r in block if r.kind == kind] for kind in ('fill', 'event')) for at in (0, -1)]
            is_ = [row.seq, row.rules, row.firstFill, row.lastFill, row.firstEvent, row.lastEvent]
            self.check_salt(row, [r for r in block if r.kind == 'salt'], salts)
            self.equal(row, 'what the link commits to', is_, [seq, sum(r.kind == 'rules' for r in block), *ids])
            self.equal(row, 'rowsHash', row.rowsHash, sha(b''.join(r.bytes for r in block)))
            parts = [head, row.seq, row.at, *is_[1:], row.rowsHash]
            self.equal(row, 'head', row.head, sha(' '.join('-' if part is None else str(part) for part in parts).encode()))
            head, block = row.head, []
        if block and seq:
            self.find(block[0], 'follows the last link')

    def check_salt(self, link, rows, salts):
        """Since version 4 each link has a salt of 32 bytes that no other has; before, none has one."""
        if len(rows) != (1 if self.season.version >= 4 else 0):
            self.find(link, f'link {link.seq} has {len(rows)} salts in a season of version {self.season.version}')
        for row in rows:
            if row.seq != link.seq or not re.fullmatch('[0-9a-f]{64}', row.salt):
                self.find(row, f'salt {row.seq} of link {link.seq} has {len(row.salt) // 2} bytes')
            elif row.salt in salts:
                self.find(row, f'the salt of link {row.seq} is that of a link before')
            salts.add(row.salt)

    def check_times(self):
        s, admins = self.season, {row.id for row in self.rows['trader'] if row.isAdmin and not self.is_game()}
        cash = {row.id: cents(s.startCash) for row in self.rows['trader']}
        most, last, holds, decided, before = dict(cash), {}, defaultdict(dict), [], None
        dividends = defaultdict(list)
        for row in self.rows['dividend']:
            dividends[row.trader].append((row.at, cents(row.cash)))
        for row in sorted((row for kind in ('fill', 'event', 'link') for row in self.rows[kind]), key=lambda row: row.line):
            if row.kind == 'fill':
                if row.trader not in admins and not s.startedAt - CLOCKS <= row.filledAt <= s.endedAt + CLOCKS:
                    self.find(row, f'{row.filledAt} is before the start or after the end')
                if self.simulated and row.filledAt < last.get(row.trader, 0) - CLOCKS:
                    self.find(row, f'{row.filledAt} is before the fill before it')
                last[row.trader] = max(last.get(row.trader, 0), row.filledAt)
                cash[row.trader] += cents(row.cash)
                most[row.trader] = max(most[row.trader], cash[row.trader])
                if row.order is None:
                    decided.append((row, row.filledAt))
            elif row.kind == 'event':
                holds[row.trader][row.order] = cents(row.hold) if row.finalAt is None else 0
                if self.simulated and row.change in ('placed', 'replaced', 'joined'):
                    decided.append((row, row.at))
            else:
                if row.at > s.endedAt + CLOCKS or s.version >= 3 and before is not None and row.at < before:
                    self.find(row, f'{row.at} is after the end or before the link before')
                for each, at in decided if s.version >= 3 else []:
                    if at > row.at + LATE or before is not None and at < before - LATE:
                        self.find(each, f'{at} is not of the time of its link')
                for trader, of in holds.items():
                    paid = sum(cash for at, cash in dividends[trader] if (at <= row.at + LATE if cash > 0 else before is not None and at < before - LATE))
                    if sum(of.values()) > max(0, most[trader] + paid):
                        self.find(row, f'the orders of trader {trader} hold {sum(of.values()) / 100} of {(most[trader] + paid) / 100}')
                most, decided, before = dict(cash), [], row.at

    def check_seeds(self):
        for row in self.rows['seed']:
            self.equal(row, 'the hash of the seed', row.hash, sha(bytes.fromhex(row.seed)))
        if self.simulated:
            self.tape = tape_of(self.season.hours, tuple((row.from_, bytes.fromhex(row.seed)) for row in self.rows['seed']), self.season.tape)

    def check_price(self, row):
        if row.source not in (['admin'] if row.kind == 'fill' and row.reason == 'settlement' else SOURCES[self.season.market]):
            self.find(row, f'a price of {row.source} in a season of {self.season.market}')
        if self.simulated:
            trade = self.tape.newest(row.symbol, row.quoteAt) if row.symbol in self.tape.rows else None
            if not trade or not tape.is_right(price_of(row.price), trade[1]):
                self.find(row, f'price of {row.symbol} is {row.price}, it should be {trade and tape.rounded(trade[1]) / 10_000}')

    def play(self):
        s, rules = self.season, sorted(self.rows['rules'], key=lambda row: row.firstFill)
        self.accounts = {row.id: Account(cents(s.startCash)) for row in self.rows['trader']}
        self.read_volumes()
        events = defaultdict(list)
        for row in self.rows['split'] + self.rows['dividend']:
            if row.kind == 'dividend' and (s.version < 6 or s.market in ('simulated', 'replay')):
                self.find(row, f'a dividend in a season of version {s.version} on the market {s.market}')
            events[row.trader].append(row)
        for rows in events.values():
            rows.sort(key=lambda row: (row.n, 0) if row.kind == 'split' else (row.afterSplit, row.n))
        changes = self.changes()
        for fill in self.rows['fill']:
            while changes and changes[0].firstFill <= fill.id:
                self.change(changes.pop(0))
            self.side_of_change(fill, changes)
            if fill.trader not in self.accounts:
                self.find(fill, f'there is no trader {fill.trader}')
                continue
            while events[fill.trader] and events[fill.trader][0].afterFill < fill.id:
                self.event(events[fill.trader].pop(0))
            if self.simulated and not 0 <= fill.filledAt - fill.quoteAt <= s.quoteMaxAgeMs:
                self.find(fill, f'the price is {fill.filledAt - fill.quoteAt} ms old')
            self.check_price(fill)
            self.fill(fill, next((r for r in reversed(rules) if r.firstFill <= fill.id), None))
        for row in changes:
            self.change(row)
        self.end_settlement()
        for row in (row for rows in events.values() for row in rows):
            self.event(row)
        for row in self.rows['mark']:
            self.check_price(row)
            last = self.tape.newest(row.symbol, s.endedAt) if self.simulated and row.symbol in self.tape.rows else None
            if last and not last[0] <= row.quoteAt <= s.endedAt + 60_000:
                self.find(row, f'the last price is {s.endedAt - row.quoteAt} ms old, the newest one {s.endedAt - last[0]}')

    def read_volumes(self):
        self.percent, self.volumes = None, {}
        for row in self.rows['volumeShare']:
            if self.season.version < 7 or self.simulated or not 1 <= row.percent <= 100 or self.percent is not None:
                self.find(row, f'a share of {row.percent} % of the volume in a season of version {self.season.version} on the market {self.season.market}')
            self.percent = row.percent
        for row in self.rows['volume']:
            if self.percent is None or (row.symbol, row.date) in self.volumes or row.session >= row.date or row.volume < 0:
                self.find(row, f'a volume of {row.symbol} for {row.date} in a season without it, or a wrong one')
            self.volumes[row.symbol, row.date] = row.volume * 10**6

    def changes(self):
        """The renames and settlements in their order."""
        self.names, self.changed = {}, None
        rows, end = sorted(self.rows['rename'] + self.rows['settlement'], key=lambda row: row.n), 0
        for n, row in enumerate(rows, 1):
            if self.season.version < 7 or self.season.market in ('simulated', 'replay'):
                self.find(row, f'a {row.kind} in a season of version {self.season.version} on the market {self.season.market}')
            if row.n != n or row.firstFill <= end or row.kind == 'settlement' and row.lastFill < row.firstFill:
                self.find(row, f'{row.kind} {row.n} does not follow the one before')
            end = row.firstFill if row.kind == 'rename' else row.lastFill
        return rows

    def change(self, row):
        self.end_settlement()
        self.changed = row
        if row.kind == 'rename':
            self.names[row.old] = row.new
            for account in self.accounts.values():
                if row.old in account.open and row.new not in account.open:
                    account.open[row.new] = account.open.pop(row.old)

    def end_settlement(self):
        if self.changed and self.changed.kind == 'settlement':
            for id_, account in self.accounts.items():
                if self.changed.symbol in account.open:
                    self.find(self.changed, f'trader {id_} still holds {self.changed.symbol}')
            self.changed = None

    def side_of_change(self, fill, changes):
        """A fill is a settlement's just when it lies among those; trades by hand are of the right side of a rename."""
        row = self.changed
        if row and row.kind == 'settlement' and fill.id > row.lastFill:
            self.end_settlement()
            row = None
        settled = row if row and row.kind == 'settlement' else None
        if (fill.reason == 'settlement') != bool(settled):
            self.find(fill, f'is of reason {fill.reason}, and {"among those" if settled else "in no range"} of a settlement')
        elif settled:
            self.equal(fill, 'symbol, price, time of the settled fill', (fill.symbol, fill.price, fill.filledAt, fill.quoteAt), (row.symbol, row.price, row.at, row.at))
        if fill.order is None:
            if row and row.kind == 'rename' and fill.filledAt < row.at - LATE or changes and changes[0].kind == 'rename' and fill.filledAt > changes[0].at + LATE:
                self.find(fill, f'{fill.filledAt} is on the wrong side of a rename')

    def held(self, account, symbol):
        """The symbol under which an account holds the shares of a symbol by now."""
        for _ in self.names:
            if symbol not in account.open:
                symbol = self.names.get(symbol, symbol)
        return symbol

    def newest(self, symbol):
        for row in sorted(self.rows['rename'], key=lambda row: row.n):
            symbol = row.new if row.old == symbol else symbol
        return symbol

    def event(self, row):
        (self.split if row.kind == 'split' else self.dividend)(row)

    def dividend(self, row):
        account = self.accounts.get(row.trader)
        if not account:
            self.find(row, 'there is no trader for the dividend')
            return
        side, q = account.open.get(self.held(account, row.symbol), (False, 0))[:2]
        since = sum(shares(f.quantity) * (1 if f.action in ('buy', 'cover') else -1) for f in self.rows['fill']
                    if f.trader == row.trader and self.newest(f.symbol) == self.newest(row.symbol) and f.id <= row.afterFill and f.filledAt >= row.effectiveAt)
        q = (-q if side else q) - since
        cash = down(whole(row.perShare, 6) * q, 10**10)
        self.equal(row, 'the dividend', (shares(row.shares), cents(row.cash)), (q, cash))
        account.cash += cash

    def split(self, row):
        account = self.accounts.get(row.trader)
        symbol = account and self.held(account, row.symbol)
        if not account or symbol not in account.open:
            self.find(row, 'there is no position to split')
            return
        side, q, entry, cost, exact = account.open[symbol]
        before, since = shares(row.before), shares(row.since)
        after = max(1, (before - since) * row.numerator // row.denominator + since)
        price = max(1, rounded(entry * before, after))
        is_ = (before, shares(row.after), whole(row.entryAfter, 8))
        self.equal(row, 'the split', is_, (q, after, price))
        account.open[symbol] = [side, after, price, cost, exact]

    def fill(self, row, rules):
        account, P, Q = self.accounts[row.trader], price_of(row.price), shares(row.quantity)
        short, opens = row.action in ('short', 'cover'), row.action in ('buy', 'short')
        held = account.open.get(row.symbol)
        if row.action not in ('buy', 'sell', 'short', 'cover') or Q <= 0 or held and held[0] != short or not opens and (not held or Q > held[1]):
            self.find(row, f'{row.action} {row.quantity} {row.symbol} against {held and held[1] / 1e6} held')
            return
        if row.reason not in (None, 'forced_cover', 'settlement', 'reverse'):
            self.find(row, f'a fill of reason {row.reason}')
        if row.reason == 'forced_cover':
            owes = account.cash < 0 or any(each[0] for each in account.open.values())
            is_first, account.forced = account.forced != row.filledAt, row.filledAt
            if opens or row.order is not None or not owes or is_first and self.simulated and not self.is_called(row, account):
                self.find(row, f'{row.action} {row.quantity} {row.symbol} is forced, and need not be')
        else:
            account.forced = None
        if row.action == 'short' and any(terms.longOnly for terms in self.rows['terms']):
            self.find(row, 'is short in a season without short selling')
        for terms in self.rows['game'] if opens else []:
            if terms.tickers is not None and row.symbol not in terms.tickers.split(' '):
                self.find(row, f'{row.symbol} is none of {terms.tickers}')
            by_hand, is_late = row.reason is None and row.order is None, (row.filledAt + CLOCKS) // 86_400_000 > row.filledAt // 86_400_000
            if terms.dayTrades is not None and by_hand and not is_late and account.of_day[row.filledAt // 86_400_000] >= terms.dayTrades:
                self.find(row, f'is more than {terms.dayTrades} trades on a day')
        if self.percent is not None:
            day = row.symbol, time.strftime('%Y-%m-%d', time.gmtime(row.quoteAt // 1000))
            if opens and Q > max(0, self.volumes.get(day, 0) * self.percent // 100 - account.day[day]):
                self.find(row, f'{row.quantity} {row.symbol} is more than {self.percent} % of the volume of the day')
            account.day[day] += Q
        if opens:
            cost = (rounded if self.season.version == 1 else up)(P * Q, 10**8)
            q = held[1] if held else 0
            if rules and P < 100 * cents(rules.minPrice):
                self.find(row, f'{row.price} is under the least price {rules.minPrice}')
            if rules and rules.maxShare is not None and Q > max(0, cents(self.season.startCash) * rules.maxShare // 100 * 10**8 // P - q):
                self.find(row, f'{row.quantity} {row.symbol} is more than {rules.maxShare} % of the start cash')
            entry = rounded(held[2] * q + P * 10**4 * Q, q + Q) if held else P * 10**4
            account.open[row.symbol] = [short, q + Q, entry, (held[3] if held else 0) + cost, (held[4] if held else 0) + P * Q]
            cash = -cost
        else:
            cash = worth(self.season, P, Q, held)
            if account.cash >= 0 or len(account.open) == 1 and Q == held[1]:
                cash = max(cash, -account.cash)
            left = rest(held[4], Q, held[1])
            if self.season.version == 1:
                share = held[3] if Q == held[1] else rounded(held[3] * Q, held[1])
            else:
                share = held[3] - up(left, 10**8)
            account.realised += cash - share
            held[1], held[3], held[4] = held[1] - Q, held[3] - share, left
            if held[1] == 0:
                del account.open[row.symbol]
        self.open_before[row.id] = held[1] + (0 if opens else Q) if held else 0
        self.equal(row, f'the cash of {row.action} {row.quantity} {row.symbol} at {row.price}', cents(row.cash) / 100, cash / 100)
        debt = account.cash < 0
        account.cash += cash
        if account.cash < 0 and (opens or not debt):
            self.find(row, f'the cash of trader {row.trader} is {account.cash / 100}')
        if row.reason in (None, 'reverse'):
            account.trades, account.last = account.trades + 1, row.filledAt
            account.days.add(row.filledAt // 86_400_000)
            account.of_day[row.filledAt // 86_400_000] += 1

    def is_called(self, row, account):
        """Whether the margin was too low at some moment from the price of a forced cover to its time."""
        held = [symbol for symbol in account.open if symbol in self.tape.rows]
        for at in {row.quoteAt} | {at for symbol in held for at, _ in self.tape.between(symbol, row.quoteAt, row.filledAt)}:
            prices = {symbol: tape.rounded(self.tape.newest(symbol, at)[1]) for symbol in held} | {row.symbol: price_of(row.price)}
            held_now = [(prices[symbol], account.open[symbol]) for symbol in held]
            equity = account.cash + sum(worth(self.season, price, each[1], each) for price, each in held_now)
            shorts = sum(up(price * each[1], 10**8) for price, each in held_now if each[0])
            if account.cash < 0 or equity * 100 < shorts * 30:
                return True
        return False

    def check_standings(self):
        marks, rows = {row.symbol: price_of(row.price) for row in self.rows['mark']}, {row.trader: row for row in self.rows['standing']}
        equity = {}
        for id_, account in self.accounts.items():
            missing = [symbol for symbol in account.open if symbol not in marks]
            if missing:
                self.find(self.season, f'there is no mark of {missing[0]}')
            sums = (worth(self.season, marks[symbol], held[1], held) for symbol, held in account.open.items() if symbol in marks)
            equity[id_] = max(0, account.cash + sum(sums))
        players = [row.id for row in self.rows['trader'] if not row.isAdmin]
        if sorted(players) != sorted(rows) or len(rows) != len(self.rows['standing']):
            self.find(self.rows['standing'][0] if rows else self.season, 'not everybody has one standing')
        players = [id_ for id_ in players if id_ in rows]
        group = {id_: 2 if rows[id_].isOut else 0 if self.accounts[id_].trades else 1 for id_ in players}
        # in a private game equal rows, and those without a place, are in any order
        order = lambda id_: (group[id_] > 0, 0 if group[id_] else -equity[id_], rows[id_].row) if self.is_game() else (group[id_], -equity[id_], -self.accounts[id_].realised, self.accounts[id_].last or 2**53, id_)
        players.sort(key=order)
        ranked = [equity[id_] for id_ in players if group[id_] == 0]
        for n, id_ in enumerate(players):
            row, account = rows[id_], self.accounts[id_]
            place, rank = None, 'CADET'
            if group[id_] == 0 and self.is_game():
                place = 1 + sum(e > equity[id_] for e in ranked)
            elif group[id_] == 0:
                place, w, N = 1 + sum(e > equity[id_] for e in ranked), sum(e >= equity[id_] for e in ranked), len(ranked)
                steps = ((N + 99) // 100, 'GENERAL'), ((10 * N + 99) // 100, 'COMMANDER'), ((40 * N + 99) // 100, 'CAPTAIN'), ((80 * N + 99) // 100, 'LIEUTENANT')
                rank = 'GENERAL' if place == 1 else next((name for most, name in steps if w <= most), 'CADET')
            is_ = (row.row, row.place, row.rank, cents(row.equity), cents(row.realised), row.trades, cents(row.cash))
            self.equal(row, f'the standing of trader {id_}', is_, (n + 1, place, rank, equity[id_], account.realised, account.trades, account.cash))

    def check_winners(self):
        prizes, standings = self.rows['prize'], self.rows['standing']
        if self.season.version < 5:
            for row in prizes + self.rows['decision'] + self.rows['award']:
                self.find(row, f'a {row.kind} in a season of version {self.season.version}')
            return
        self.equal(self.season, 'the places with a prize', [row.place for row in prizes], list(range(1, len(prizes) + 1)))
        if prizes and (min(cents(row.amount) for row in prizes) <= 0 or sum(cents(row.amount) for row in prizes) != cents(self.season.prize)):
            self.find(prizes[0], 'the prizes are not the prize pool')
        out, without, paid, confirmed, last = set(), set(), {}, False, self.season.endedAt
        for row in self.rows['decision']:
            id_ = row.trader
            fits = {'disqualify': id_ not in out, 'no_prize': id_ not in out and id_ not in without and id_ not in paid,
                    'too_few': self.season.version >= 6 and row.at == self.season.endedAt and id_ not in out and id_ not in without,
                    'lift': id_ in out or id_ in without, 'confirm': not confirmed, 'paid': confirmed and id_ not in paid}
            if row.at < last or not fits.get(row.change) or (id_ is None) != (row.change == 'confirm'):
                self.find(row, f'decision {row.n}, {row.change}, cannot follow the others')
                continue
            if (row.place is None or row.amount is None) == (row.change == 'paid'):
                self.find(row, f'decision {row.n} pays {row.amount} of place {row.place}')
                continue
            last, confirmed = row.at, confirmed or row.change == 'confirm'
            if row.change == 'lift':
                out, without = out - {id_}, without - {id_}
            elif row.change == 'paid':
                paid[id_] = (row.place, cents(row.amount))
            elif row.change != 'confirm':
                (out if row.change == 'disqualify' else without).add(id_)
        self.check_too_few(standings, prizes)
        for row in standings:
            self.equal(row, f'disqualified trader {row.trader}', row.isOut and not self.is_game(), row.trader in out)
        awards = {row.trader: (row.place, cents(row.amount)) for row in self.rows['award']}
        should = self.deal([cents(row.amount) for row in prizes], [row for row in standings if row.place is not None and row.trader not in without], paid)
        for id_ in sorted(set(awards) | set(should)):
            self.equal(next((row for row in self.rows['award'] if row.trader == id_), self.season), f'the award of trader {id_}', awards.get(id_), should.get(id_))

    def check_too_few(self, standings, prizes):
        if len(self.rows['terms']) != 1:
            return
        terms, at_end = self.rows['terms'][0], [row for row in self.rows['decision'] if row.at == self.season.endedAt]
        named, out = ({row.trader for row in at_end if row.change == change} for change in ('too_few', 'disqualify'))
        for row in standings:
            account = self.accounts[row.trader]
            few = prizes and account.trades and (account.trades < terms.leastTrades or len(account.days) < terms.leastDays)
            if row.trader in named and not few or few and row.trader not in named | out:
                self.find(row, f'trader {row.trader} made {account.trades} trades on {len(account.days)} days, and the end says otherwise')

    @staticmethod
    def deal(prizes, rows, paid):
        for place, amount in paid.values():
            for n in [*range(place - 1, len(prizes)), *range(place - 1)]:
                taken = min(amount, prizes[n])
                prizes[n], amount = prizes[n] - taken, amount - taken
        open_ = [(n + 1, amount) for n, amount in enumerate(prizes) if amount]
        if paid:
            open_.sort(key=lambda prize: (-prize[1], prize[0]))
        awards = dict(paid)
        for _, group in itertools.groupby((row for row in rows if row.trader not in paid), key=lambda row: row.place):
            ids = sorted(row.trader for row in group)
            covered, open_ = open_[:len(ids)], open_[len(ids):]
            if not covered:
                break
            each, rest_ = divmod(sum(amount for _, amount in covered), len(ids))
            awards.update((id_, (covered[0][0], each + (rest_ if id_ == ids[0] else 0))) for id_ in ids)
        return {id_: award for id_, award in awards.items() if award[1]}

    def check_orders(self):
        orders, fills = defaultdict(list), {row.id: row for row in self.rows['fill']}
        for row in self.rows['event']:
            orders[row.order].append(row)
        named = {row.fill: row for row in self.rows['event'] if row.change == 'filled'}
        if len(named) != sum(row.change == 'filled' for row in self.rows['event']):
            self.find(self.season, 'two events name one fill')
        for fill in fills.values():
            event = named.get(fill.id)
            if fill.order is not None and (not event or (event.order, event.trader) != (fill.order, fill.trader)):
                self.find(fill, f'order {fill.order} does not know of it')
        for fill, event in named.items():
            if fill not in fills or (fills[fill].order, fills[fill].symbol, fills[fill].action) != (event.order, event.symbol, event.action):
                self.find(event, f'fill {fill} is not of order {event.order}')
            else:
                self.equal(fills[fill], f'the quantity of a fill of order {event.order}', shares(fills[fill].quantity), self.size(event, fills[fill]))
        for log in orders.values():
            self.check_log(log, fills)
            if self.simulated:
                for event, after in itertools.zip_longest(log, log[1:]):
                    self.check_order(event, after, fills)
        self.check_families(fills)

    def size(self, event, fill):
        """How many shares an order fills, at its fill's price."""
        price, held = price_of(fill.price), self.open_before.get(fill.id, 0)
        Q = held if event.closeAll else shares(event.quantity) if event.quantity is not None else cents(event.amount) * 10**8 // price
        return held if event.action in ('sell', 'cover') and 0 < Q < held and price * (held - Q) < 10**8 else Q

    def check_log(self, log, fills):
        first = log[0]
        if (first.change, first.rev, first.placedAt, first.status) != ('placed', 1, first.at, 'held' if first.parent else 'working'):
            self.find(first, f'order {first.order} does not begin so')
        for before, event in zip(log, log[1:]):
            free = CHANGED.get(event.change, ()) + (() if self.simulated else ('mark', 'activeFrom'))
            other = [name for name in TERMS if name not in free and getattr(before, name) != getattr(event, name)]
            moves, to = MOVES.get(event.change, ((before.status,), before.status))
            if other or event.change not in CHANGED or before.status not in moves or event.status != to:
                self.find(event, f'order {event.order} was {event.change}, and has another {", ".join(other) or "status"}')
            elif before.finalAt is not None:
                self.find(event, f'order {event.order} is over')
            elif event.rev != before.rev + ('rev' in free):
                self.find(event, f'rev {event.rev} follows {before.rev}')
            elif event.change == 'triggered' and event.type != 'stop_limit' or event.change == 'joined' and (before.oco or not event.oco):
                self.find(event, f'order {event.order} cannot be {event.change}')
            elif event.change == 'resized' and not (before.quantity and event.quantity and shares(event.quantity) < shares(before.quantity)):
                self.find(event, f'order {event.order} was not cut')
            elif self.simulated and before.expiresAt is not None and (event.at > before.expiresAt or event.change == 'expired' and event.at != before.expiresAt):
                self.find(event, f'order {event.order} goes on until {event.at}, it should end at {before.expiresAt}')
        for event, after in itertools.zip_longest(log, log[1:]):
            if event.status in WAITING and not after:
                self.find(event, 'the order is still open after the end')
            elif event.finalAt != (None if event.status in WAITING else event.at) or event.finalAt is not None and cents(event.hold):
                self.find(event, f'order {event.order} ends at {event.finalAt}')
            elif event.status in WAITING:
                self.check_live(event, after, fills)

    def check_live(self, event, after, fills):
        is_set, at_once = event.change in ('placed', 'replaced'), after.change == 'filled' and after.at == event.at
        if cents(event.hold) and (event.status == 'held' or event.action in ('sell', 'cover')) or event.status == 'held' and event.activeFrom is not None:
            self.find(event, f'order {event.order} holds {event.hold} and works from {event.activeFrom}')
        elif event.status == 'held':
            return
        elif event.activeFrom is None:
            price = price_of(fills[after.fill].price) if at_once and after.fill in fills else None
            limited = event.type == 'limit' or event.type == 'stop_limit' and event.status == 'triggered'
            in_limit = limited and price is not None and (price <= price_of(event.limit) if event.action in ('buy', 'cover') else price >= price_of(event.limit))
            if not at_once or event.type != 'market' and not in_limit:
                self.find(event, f'order {event.order} works from no moment on, and was not filled at once')
        elif event.expiresAt is None or event.expiresAt > event.at + WAIT:
            self.find(event, f'order {event.order} waits until {event.expiresAt}')
        elif self.simulated and (is_set or event.change in ('activated', 'triggered')) and event.activeFrom != event.at:
            self.find(event, f'order {event.order} works from {event.activeFrom} on, it should from {event.at}')
        elif self.simulated and is_set and event.tif == 'day':
            self.equal(event, 'the end of the day', event.expiresAt, tape.end_of_day(self.season.hours, event.at))

    def check_families(self, fills):
        filled, groups = {}, set()
        for event in self.rows['event']:
            if event.change == 'filled':
                filled[event.order] = event
                if event.oco in groups:
                    self.find(event, f'a second fill of the group {event.oco}')
                groups |= {event.oco} - {None}
            elif event.change == 'activated':
                entry = filled.get(event.parent)
                if not entry or (entry.trader, entry.symbol, CLOSES.get(entry.action), entry.at) != (event.trader, event.symbol, event.action, event.at):
                    self.find(event, f'order {event.order} works without a fill of {event.parent}')
                elif entry.fill in fills:
                    mark = fills[entry.fill].price if event.type == 'trailing_stop' else event.mark
                    self.equal(event, f'quantity and mark of order {event.order}', (event.quantity, event.mark), (fills[entry.fill].quantity, mark))

    def check_order(self, event, after, fills):
        if event.status not in ('working', 'triggered') or event.activeFrom is None:
            return
        if event.change == 'placed' and event.type == 'trailing_stop':
            since = event.at - self.season.quoteMaxAgeMs
            trades = [self.tape.newest(event.symbol, since), *self.tape.between(event.symbol, since, event.at)]
            if event.mark is None or not any(trade and tape.is_right(price_of(event.mark), trade[1]) for trade in trades):
                self.find(event, f'order {event.order} trails from {event.mark}, which is no price of its moment')
        until = after.at if after else self.season.endedAt
        if after and after.change == 'replaced' and event.type == 'trailing_stop':
            self.equal(after, f'the mark of order {after.order}', price_of(after.mark), self.moved(event, until))
        met = self.first(event, min(until, event.expiresAt if event.expiresAt is not None else until))
        if after and after.change in ('filled', 'triggered', 'rejected'):
            if not met or met[0] != after.at or after.change != 'rejected' and met[2] != after.change:
                self.find(after, f'order {event.order} was {after.change} at {after.at}; the tape first meets it at {met and met[0]}')
            elif after.change == 'filled' and after.fill in fills:
                fill = fills[after.fill]
                self.equal(fill, f'time and price of the fill of order {event.order}', (fill.quoteAt, price_of(fill.price)), met[:2])
        elif met:
            at_once = after and met[0] == after.at and (after.change == 'resized' or after.change == 'cancelled' and after.reason in FOLLOWS)
            if not at_once:
                self.find(event, f'order {event.order} was passed over: the tape was at {met[1] / 10_000} at {met[0]}')

    def moved(self, event, until):
        """Where prices have moved the mark of a trailing stop by a moment."""
        best = min if event.action in ('buy', 'cover') else max
        return best([price_of(event.mark), *(tape.rounded(exact) for _, exact in self.tape.between(event.symbol, event.activeFrom, until))])

    def first(self, event, until):
        """When the tape first fires an order, at which price, and what that makes of it."""
        level = lambda text: None if text is None else price_of(text)
        buying, limit, stop, mark = event.action in ('buy', 'cover'), level(event.limit), level(event.stop), level(event.mark)
        reaches = lambda p: p <= limit if buying else p >= limit
        for at, exact in self.tape.between(event.symbol, event.activeFrom, until):
            p, fires, kind = tape.rounded(exact), False, 'filled'
            if event.type == 'market':
                fires = True
            elif event.type == 'limit' or event.type == 'stop_limit' and event.status == 'triggered':
                fires = reaches(p)
            elif event.type == 'trailing_stop':
                mark = p if mark is None else min(mark, p) if buying else max(mark, p)
                d = level(event.trailAmount) if event.trailAmount is not None else rounded(mark * whole(event.trailPercent, 2), 10**4)
                fires = p >= mark + d if buying else p <= mark - d
            else:
                fires = p >= stop if buying else p <= stop
                if event.type == 'stop_limit' and not reaches(p):
                    kind = 'triggered'
            if fires:
                return at, p, kind
        return None


def main(path):
    """Prints what follows from a file and what does not. Returns the exit code."""
    try:
        verifier = Verifier(Path(path).read_bytes())
    except (OSError, EOFError, zlib.error) as error:
        print(f'the file cannot be read: {error}')
        return 1
    code = verifier.run()
    for finding in verifier.findings[:10]:
        print(finding)
    if code == 0:
        fills, traders = len(verifier.rows['fill']), len(verifier.rows['trader'])
        what = 'every price, every balance, every place follows' if verifier.simulated else 'every balance, every place follows, but no seed proves the prices'
        print(f'{fills} fills by {traders} traders: {what}.')
    elif code == 1:
        print(f'{len(verifier.findings)} differences')
    return code


if __name__ == '__main__':
    sys.stdout.reconfigure(errors='backslashreplace')
    if sys.argv[1] != '-':
        sys.exit(main(sys.argv[1]))
    for name in sys.stdin:
        print(f'exit {main(name.strip())}', flush=True)
