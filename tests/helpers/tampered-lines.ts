/** Changes to the lines of a bundle. */

export type Line = (string | number | boolean | null)[];
export type Value = Line[number];
/** Ids of the changed rows; tampering.ts explains the letters. */
export type Targets = { X: number; Y: number; W: number; E: number; L: number };

export type LineChange = (lines: Line[], targets: Targets) => void;

/** Returns the index of the line of a kind with that first value. */
export const placeOf = (lines: readonly Line[], kind: string, first: Value): number =>
  lines.findIndex((line) => line[0] === kind && line[1] === first);

export const lineOf = (lines: readonly Line[], kind: string, first: Value): Line =>
  lines[placeOf(lines, kind, first)]!;

export const placeOfLast = (lines: readonly Line[], kind: string): number =>
  lines.findLastIndex((line) => line[0] === kind);

/** Changes a field of a target's row. */
export const ofTarget =
  (kind: string, target: keyof Targets, field: number, change: (value: Value) => Value): LineChange =>
  (lines, targets) => {
    const line = lineOf(lines, kind, targets[target]);
    line[field] = change(line[field]!);
  };

/** Changes a field of the n-th line of a kind, counted from 0. */
export const ofNth =
  (kind: string, n: number, field: number, change: (value: Value) => Value): LineChange =>
  (lines) => {
    const line = lines.filter((each) => each[0] === kind)[n]!;
    line[field] = change(line[field]!);
  };

export const without =
  (kind: string, first: Value | ((targets: Targets) => Value)): LineChange =>
  (lines, targets) =>
    void lines.splice(placeOf(lines, kind, typeof first === 'function' ? first(targets) : first), 1);

/** Copies a line with a new first value, behind the last line of its kind. */
export const another =
  (kind: string, target: keyof Targets, first: Value): LineChange =>
  (lines, targets) => {
    const [, , ...rest] = lineOf(lines, kind, targets[target]);
    lines.splice(placeOfLast(lines, kind) + 1, 0, [kind, first, ...rest]);
  };

export const plus =
  (more: number, digits = 0) =>
  (value: Value): Value =>
    digits === 0 ? Number(value) + more : (Number(value) + more).toFixed(digits);

export const to = (value: Value) => (): Value => value;

/** Changes the first digit. */
export const otherHex = (value: Value): Value =>
  `${String(value).startsWith('0') ? '1' : '0'}${String(value).slice(1)}`;
