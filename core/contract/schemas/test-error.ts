/** GET /api/test-error and the form of /error-test. */
import { z } from 'zod';
import { issue } from '../../refusals/issues.ts';
import { MAX_TEST_MESSAGE, TEST_CODES } from '../test-codes.ts';

/** 200 asks for an answer without an error. */
const ANSWERS = ['200', ...TEST_CODES.map(String)];

export const TestErrorQuery = z.object({
  code: z
    .string(issue('testCode'))
    .refine((text) => ANSWERS.includes(text), issue('testCode'))
    .transform(Number),
  message: z.string().trim().max(MAX_TEST_MESSAGE, issue('mostCharacters')).optional(),
});

export const TestErrorAnswer = z.object({ success: z.literal(true), message: z.string() });

/** The answer to each of the codes. */
export const TestErrors = Object.fromEntries(
  TEST_CODES.map((code) => [
    code,
    z.object({ error: z.string(), message: z.string(), code: z.literal(`TEST_${code}`) }),
  ]),
);
