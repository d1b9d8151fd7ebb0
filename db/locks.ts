/**
 * The numbers of the advisory locks. Processes of an older version may run beside this one on the same database, so a number that is
 * in use keeps its meaning.
 */
export const LOCKS = {
  migrations: 7_231_114_001n,
  seasonActions: 7_231_114_002n,
  rankingPass: 7_231_114_003n,
  chain: 7_231_114_004n,
  firstStart: 7_231_114_005n,
  embeddedRole: 7_231_114_006n,
  announcements: 7_231_114_007n,
} as const;
