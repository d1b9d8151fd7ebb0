/** Names nobody may choose: those that speak for the site, and the worst insults. Look-alikes count as the same. */
import { usernameKey } from './username.ts';

const RESERVED = [
  ...[
    'admin',
    'administrator',
    'moderator',
    'mod',
    'paperpit',
    'support',
    'staff',
    'official',
    'system',
    'root',
  ],
  ...['help', 'security', 'api', 'null', 'undefined', 'everyone', 'מנהל', 'תמיכה', 'צוות', 'מערכת'],
  // matched whole: everything else is for reports
  ...[
    'nigger',
    'nigga',
    'faggot',
    'kike',
    'chink',
    'spic',
    'tranny',
    'retard',
    'hitler',
    'nazi',
    'cunt',
    'fuck',
  ],
  ...['זונה', 'שרמוטה', 'כושי', 'היטלר', 'נאצי', 'בןזונה', 'קוקסינל'],
];
const PREFIXES = ['guest-', 'deleted-'];

const reservedKeys = new Set(RESERVED.map(usernameKey));
const prefixKeys = PREFIXES.map(usernameKey);

/** The issue when `name` is reserved, else null. */
export function reservedProblem(name: string): 'usernameReserved' | null {
  const key = usernameKey(name);
  const isReserved = reservedKeys.has(key) || prefixKeys.some((prefix) => key.startsWith(prefix));
  return isReserved ? 'usernameReserved' : null;
}
