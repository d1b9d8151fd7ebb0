import { expect, test } from 'bun:test';
import { readReport, sum, summary } from './result.ts';

const REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="4" assertions="5" failures="1" skipped="1" time="0.3">
  <testsuite name="a.test.ts" file="a.test.ts" tests="4" failures="1" skipped="1" time="0.25" hostname="vm">
    <testcase name="adds" classname="" time="0.01" file="a.test.ts" line="4" assertions="1" />
    <testcase name="a &lt; b" classname="" time="0" file="a.test.ts" line="9" assertions="0">
      <skipped />
    </testcase>
  </testsuite>
</testsuites>`;

test('reads what passed, failed and was skipped', () => {
  expect(readReport(REPORT, 1)).toEqual({
    ...{ passed: 2, failed: 1, skipped: 1, skips: ['a < b'] },
    files: [{ name: 'a.test.ts', seconds: 0.25 }],
  });
});

test('a crash, an error outside of a test and an empty run are failures', () => {
  expect(readReport(undefined, 139).failed).toBe(1);
  expect(readReport(REPORT.replace('failures="1"', 'failures="0"'), 1)).toMatchObject({
    passed: 3,
    failed: 1,
  });
  expect(readReport('<testsuites tests="0" failures="0" skipped="0">', 0).failed).toBe(1);
});

test('the last line names skipped tests only when there are some', () => {
  const one = { passed: 3, failed: 0, skipped: 0 };
  expect(summary(one)).toBe('3 passed, 0 failed');
  expect(summary(sum([one, { passed: 1, failed: 2, skipped: 4 }]))).toBe('4 passed, 2 failed, 4 skipped');
});
