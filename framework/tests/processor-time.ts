/** The least processor time (ms) this process takes for `work` in some runs: what else the machine does is not in it. */
export function leastProcessorMs(runs: number, work: () => void): number {
  const times = Array.from({ length: runs }, () => {
    const usageBefore = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(usageBefore);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
