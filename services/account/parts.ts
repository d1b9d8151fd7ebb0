/** The parts about accounts, put together. */
import type { Addresses } from '#framework/http/address.ts';
import { createDataExport } from '../own-account/export.ts';
import { createNames } from '../own-account/names.ts';
import { forAllProcesses } from '../platform/counters.ts';
import { createMail } from '../platform/mail.ts';
import type { RateLimits } from '../platform/rate-limit.ts';
import type { SayText } from '../platform/say.ts';
import { createSecurityLog } from '../platform/security-log.ts';
import type { Bus } from '../realtime/bus.ts';
import { createRecoveryCodes } from '../recovery/codes.ts';
import { createMailedLinks } from '../recovery/links.ts';
import { createRecovery } from '../recovery/recovery.ts';
import type { Base } from '../services.ts';
import { createAccounts } from './accounts.ts';
import { createDevices } from './devices.ts';
import { createGuesses } from './guesses.ts';
import { createMarks } from './marks.ts';
import { createProofs } from './proofs.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';
import { createTell } from './tell.ts';

type Deps = Omit<Base, 'market'> & { bus: Bus; say: SayText; addresses: Addresses; limits: RateLimits };

export function createAccountParts(deps: Deps) {
  const { sql, bus, secret, settings } = deps;
  const devices = createDevices({ secret, settings });
  const guesses = createGuesses({ settings, counter: forAllProcesses(sql) });
  const onEnd = (session: string) => bus.publish({ type: 'signedOut', session });
  const marks = createMarks(deps);
  const sessions = createSessions({ ...deps, onEnd, marks });
  const accounts = createAccounts({ sql, sessions });
  const securityLog = createSecurityLog(deps);
  const mail = createMail(deps);
  const tell = createTell({ sql, bus, mail });
  const signIn = createSignIn({ ...deps, accounts, devices, guesses, securityLog, sessions, tell });
  const proofs = createProofs({ ...deps, sessions, guesses });
  const links = createMailedLinks(deps);
  const codes = createRecoveryCodes(deps);
  const recovery = createRecovery({
    ...deps,
    mail,
    links,
    codes,
    sessions,
    proofs,
    guesses,
    securityLog,
    tell,
  });
  const names = createNames(deps);
  const dataExport = createDataExport({ ...deps, proofs });
  return {
    devices,
    marks,
    names,
    dataExport,
    sessions,
    accounts,
    securityLog,
    mail,
    signIn,
    proofs,
    links,
    recovery,
  };
}
