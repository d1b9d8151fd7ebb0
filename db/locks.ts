/**
 * The numbers of the advisory locks. A number in use never changes, because processes of older versions may run on
 * the same database.
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
