import { expect, test } from 'bun:test';
import { reachOf } from './changed.ts';

const sources = new Map([
  ['core/shop/prices.ts', ''],
  ['core/shop/prices.test.ts', "import { priceOf } from './prices.ts';"],
  ['services/shop/shop.ts', "import { priceOf } from '#core/shop/prices.ts';"],
  ['services/contact/contact.ts', ''],
  [
    'services/services.ts',
    "import { createContact } from './contact/contact.ts';\nimport { createShop } from './shop/shop.ts';\nconst shop = createShop({});\nconst contact = createContact({});",
  ],
  ['main.ts', "import { createServices } from './services/services.ts';"],
  ['routes/shop.tsx', 'load: ({ services }) => services.shop.read()'],
  ['routes/api/(site)/contact.ts', 'services.contact.send()'],
  ['routes/traders/[name].tsx', "import Card from '#components/trader/Card.tsx';"],
  ['components/trader/Card.tsx', ''],
  ['tests/helpers/server.ts', "import { start } from '../../main.ts';"],
  ['tests/server/shop.test.ts', "import '../helpers/server.ts'; get('/shop')"],
  ['tests/server/shopping.test.ts', "import '../helpers/server.ts'; get('/shop-window')"],
  ['tests/server/contact.test.ts', "import '../helpers/server.ts'; post('/api/contact')"],
  ['tests/browser/traders.test.ts', 'goto("/traders/noa")'],
  ['tests/browser/pages-en.test.ts', ''],
]);

test('a rule reaches its own tests and those that open what is made of it', () => {
  expect(reachOf(['core/shop/prices.ts'], sources)).toEqual({
    tests: ['core/shop/prices.test.ts', 'tests/browser/pages-en.test.ts', 'tests/server/shop.test.ts'],
    addresses: ['/shop'],
  });
});

test('an API reaches no page', () => {
  expect(reachOf(['routes/api/(site)/contact.ts'], sources)).toEqual({
    tests: ['tests/server/contact.test.ts'],
    addresses: ['/api/contact'],
  });
});

test('a style sheet reaches the pages of what lies beside it, places in an address are open', () => {
  expect(reachOf(['components/trader/card.css'], sources)).toEqual({
    tests: ['tests/browser/pages-en.test.ts', 'tests/browser/traders.test.ts'],
    addresses: ['/traders/:name'],
  });
});

test('the assembly reaches everything, a picture nothing', () => {
  expect(reachOf(['main.ts'], sources).tests).toHaveLength(6);
  expect(reachOf(['docs/pictures/chart.png'], sources)).toEqual({ tests: [], addresses: [] });
});
