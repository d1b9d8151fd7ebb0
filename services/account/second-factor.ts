/** The second factor of a sign-in: a code of an authenticator app, or one of ten recovery codes instead. */
import { base32, stepOfCode, TOTP_SECRET_BYTES, totpUri } from '#core/account/totp.ts';
import { usernameKey } from '#core/account/username.ts';
import type { SessionUser } from '#core/account/visitor.ts';
import { fail } from '#core/refusals/refusals.ts';
import type { Sql } from '#db/client.ts';
import { insertMeasure } from '#db/queries/account/reports.ts';
import * as rows from '#db/queries/account/second-factor.ts';
import { writeAudit } from '#db/queries/platform/audit.ts';
import type { Addresses } from '#framework/http/address.ts';
import type { Clock } from '../platform/clock.ts';
import type { Settings } from '../platform/settings.ts';
import { createSecretVault, type SecretVault } from '../platform/vault.ts';
import type { createRecoveryCodes } from '../recovery/codes.ts';
import type { Guesses } from './guesses.ts';
import type { NotifyOwner } from './notify-owner.ts';
import type { Proofs } from './proofs.ts';
import type { Sessions } from './sessions.ts';

export type SecondFactor = ReturnType<typeof createSecondFactor>;

/** `key` and `uri` hold the secret during the set-up. */
export type FactorState =
  | { kind: 'off' }
  | { kind: 'begun'; key: string; uri: string }
  | { kind: 'on'; since: Date; codesLeft: number };

const SIX_DIGITS = /^\d{6}$/;

type Deps = {
  sql: Sql;
  clock: Clock;
  settings: Pick<Settings, 'secretKey'>;
  codes: ReturnType<typeof createRecoveryCodes>;
  guesses: Guesses;
  proofs: Proofs;
  sessions: Pick<Sessions, 'closeAll'>;
  addresses: Addresses;
  tell: NotifyOwner;
};

export function createSecondFactor(deps: Deps) {
  const { sql, clock, codes, proofs, tell } = deps;
  const vault = createSecretVault(deps.settings, 'paperpit second factor');

  async function readConfirmed(userId: number): Promise<rows.FactorRow | null> {
    const row = await rows.readFactor(sql, userId);
    return row?.confirmedAt ? row : null;
  }

  const take = createCodeCheck(deps, vault);

  return {
    find: readConfirmed,

    /** Uses up a code of the app, or a recovery code. @throws WRONG_FACTOR_CODE, TOO_MANY */
    take,

    async stateOf(user: Pick<SessionUser, 'id' | 'username'>): Promise<FactorState> {
      const row = await rows.readFactor(sql, user.id);
      if (!row) return { kind: 'off' };
      if (row.confirmedAt) return { kind: 'on', since: row.confirmedAt, codesLeft: row.codesLeft };
      const key = base32(vault.open(`${row.id}`, row));
      return { kind: 'begun', key, uri: totpUri({ key, site: 'Paperpit', username: user.username }) };
    },

    /** Creates a new secret. `confirm` turns the factor on. @throws PROOF_NEEDED, FACTOR_IS_ON */
    async begin(request: Request, user: SessionUser): Promise<void> {
      await proofs.demand(request);
      const secret = crypto.getRandomValues(new Uint8Array(TOTP_SECRET_BYTES));
      if (!(await rows.beginFactor(sql, user.id, vault.close(`${user.id}`, secret))))
        throw fail('FACTOR_IS_ON');
    },

    /**
     * Turns the factor on with its first code.
     * @returns the recovery codes, which nobody can read again
     * @throws PROOF_NEEDED, FACTOR_IS_ON, NOT_FOUND before `begin`, WRONG_FACTOR_CODE, TOO_MANY
     */
    async confirm(request: Request, user: SessionUser, code: string): Promise<string[]> {
      await proofs.demand(request);
      const row = await rows.readFactor(sql, user.id);
      if (!row) throw fail('NOT_FOUND');
      if (row.confirmedAt) throw fail('FACTOR_IS_ON');
      await take(request, row, code);
      const spareCodes = await codes.make(user.id, () => proofs.demand(request));
      await rows.confirmFactor(sql, user.id, clock.now());
      await tell(user.id, 'factorOn');
      return spareCodes;
    },

    /** Turns the factor off, by the password or a code. @throws WRONG_PASSWORD, WRONG_FACTOR_CODE, NOT_FOUND, TOO_MANY */
    async turnOff(
      request: Request,
      user: SessionUser,
      { password, code }: { password?: string | undefined; code?: string | undefined },
    ): Promise<void> {
      const row = await readConfirmed(user.id);
      if (!row) throw fail('NOT_FOUND');
      if (password) await proofs.prove(request, user, password);
      else await take(request, row, code ?? '');
      await sql.begin((tx) => rows.deleteFactor(tx, user.id));
      await tell(user.id, 'factorOff');
    },

    ...createTaking(deps),
  };
}

function createCodeCheck(
  { sql, clock, codes, guesses, addresses }: Pick<Deps, 'sql' | 'clock' | 'codes' | 'guesses' | 'addresses'>,
  vault: SecretVault,
) {
  async function takeAppCode(row: rows.FactorRow, code: string): Promise<boolean> {
    const secret = vault.open(`${row.id}`, row);
    const step = await stepOfCode(secret, code, clock.now());
    // the secret is stored again, which encrypts a secret from before SECRET_KEY was set
    return step !== null && (await rows.takeStep(sql, row.id, step, vault.close(`${row.id}`, secret)));
  }

  /** Uses up a code. The tries of all browsers share one limit. @throws TOO_MANY, WRONG_FACTOR_CODE */
  return async (request: Request, row: rows.FactorRow, typed: string): Promise<void> => {
    const browser = `second factor of ${row.id}`;
    const guess = { name: usernameKey(row.username), address: addresses.of(request), browser };
    const attempt = await guesses.count(guess);
    const code = typed.replace(/\s/g, '');
    const isRight = SIX_DIGITS.test(code)
      ? await takeAppCode(row, code)
      : await codes.take(row.id, code, clock.now());
    if (!isRight) throw fail('WRONG_FACTOR_CODE');
    await attempt.forgive();
  };
}

function createTaking({ sql, clock, sessions, tell }: Pick<Deps, 'sql' | 'clock' | 'sessions' | 'tell'>) {
  return {
    /**
     * Removes the factor of a person who lost it, and ends all their sessions. Their settings show the reason.
     * @throws NOT_FOUND without a factor, OWN_ACCOUNT for the admin's own factor
     */
    async takeFrom(admin: SessionUser, userId: number, reason: string): Promise<void> {
      if (userId === admin.id) throw fail('OWN_ACCOUNT');
      await sql.begin(async (tx) => {
        const row = await rows.readFactor(tx, userId);
        if (!row || !(await rows.deleteFactor(tx, userId))) throw fail('NOT_FOUND');
        const [action, now] = ['factor_off', clock.now()];
        await insertMeasure(tx, { userId, adminId: admin.id, action, reason, until: null, now });
        await writeAudit(tx, { userId: admin.id, action, after: { username: row.username, reason } });
      });
      await sessions.closeAll(userId);
      await tell(userId, 'factorOff');
    },
  };
}
