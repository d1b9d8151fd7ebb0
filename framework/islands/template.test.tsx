import { expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { type PageInfo, PageProvider, usePage } from '../page.tsx';
import { Template } from './template.tsx';

let drawn = 0;

function Cells({ name, title }: { name: string; title: string }) {
  drawn += 1;
  const { locale, user } = usePage();
  return (
    <td title={`of ${title}`} lang={locale}>
      {name} {user?.username}
    </td>
  );
}

function rowOf(values: { name: string; title: string }, shape: string, locale = 'en') {
  const page = { locale, user: { id: 1, username: 'ann', isAdmin: false } } as unknown as PageInfo;
  return renderToStaticMarkup(
    <PageProvider value={page}>
      <Template as="tr" className="row" shape={shape} values={values}>
        {(slots) => <Cells {...slots} />}
      </Template>
    </PageProvider>,
  );
}

test('what looks the same is drawn once, shows each reader’s texts and nothing else of a reader', () => {
  const drawnBefore = drawn;
  expect(rowOf({ name: 'ann', title: 'x' }, 'once')).toBe(
    '<tr class="row"><td title="of x" lang="en">ann </td></tr>',
  );
  expect(rowOf({ name: 'bob', title: 'y' }, 'once')).toBe(
    '<tr class="row"><td title="of y" lang="en">bob </td></tr>',
  );
  expect(drawn - drawnBefore).toBe(1);
  rowOf({ name: 'bob', title: 'y' }, 'another');
  rowOf({ name: 'bob', title: 'y' }, 'once', 'he');
  expect(drawn - drawnBefore).toBe(3);
});

test('a text is text, as React writes it', () => {
  const name = `<b>"R&D's"</b>`;
  const plain = renderToStaticMarkup(
    <tr className="row">
      <td title={`of ${name}`} lang="en">
        {name}{' '}
      </td>
    </tr>,
  );
  expect(rowOf({ name, title: name }, 'text')).toBe(plain);
});
