/**
 * Returns the least processor time (ms) that this process takes for `work` in some runs; other processes do not count.
 */
export function leastProcessorMs(runs: number, work: () => void): number {
  const times = Array.from({ length: runs }, () => {
    const usageBefore = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(usageBefore);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
