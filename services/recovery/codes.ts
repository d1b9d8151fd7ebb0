/** Recovery codes. Each works once, in place of a forgotten password or of the second factor. */
import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { Sql } from '#db/client.ts';
import { type CodeTable, replaceCodes, takeCode } from '#db/queries/account/recovery.ts';
import { purposeKey } from '#framework/http/signing.ts';

const CODES = { recovery_codes: 8, factor_codes: 10 } as const satisfies Record<CodeTable, number>;
/** A code is written as GROUPS groups of GROUP_CHARS characters. */
const GROUPS = 4;
const GROUP_CHARS = 7;
/** 32 characters that cannot be confused, 140 bits a code. Older codes have ten characters and still work. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const HASH_BYTES = 32;
/** Cost of scrypt: 16 MiB a hash. */
const COST = { N: 16_384, r: 8, p: 1 };

const derive = promisify<string, Uint8Array, number, typeof COST, Buffer>(scrypt);

const PURPOSES = {
  recovery_codes: 'paperpit recovery codes',
  factor_codes: 'paperpit codes of the second factor',
} as const satisfies Record<CodeTable, string>;

/** @param deps.secret 32 random bytes of the installation */
export function createRecoveryCodes(
  { sql, secret }: { sql: Sql; secret: Uint8Array },
  table: CodeTable = 'recovery_codes',
) {
  const key = purposeKey(secret, PURPOSES[table]);
  const hashOf = (userId: number, code: string) =>
    derive(canonical(code), Buffer.concat([key, Buffer.from(String(userId))]), HASH_BYTES, COST);

  return {
    /**
     * Creates a set of codes, which replaces the old set. Nobody can read them again.
     * @param demand checks the proof again after hashing, during which a new password may have ended the session
     */
    async make(userId: number, demand: () => Promise<void>): Promise<string[]> {
      const codes = Array.from({ length: CODES[table] }, newCode);
      const hashes = await Promise.all(codes.map((code) => hashOf(userId, code)));
      await sql.begin((tx) => replaceCodes(tx, table, userId, hashes, demand));
      return codes;
    },

    /**
     * Uses up a code. Takes the same time without a user.
     * @param userId null without a user @param now epoch ms @returns true when the code was valid
     */
    async take(userId: number | null, code: string, now: number): Promise<boolean> {
      const hash = await hashOf(userId ?? 0, code);
      return userId !== null && (await takeCode(sql, table, userId, hash, now));
    },
  };
}

function newCode(): string {
  const groups = Array.from({ length: GROUPS }, () => crypto.getRandomValues(new Uint8Array(GROUP_CHARS)));
  return groups.map((bytes) => Array.from(bytes, (byte) => SIGNS[byte % SIGNS.length]).join('')).join('-');
}

/** Accepts any case, with or without dashes. */
const canonical = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, '');
