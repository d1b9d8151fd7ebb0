/** Builds the pages' files, unless the run has done so: the builder takes a test file as long as half of the server. */
export async function ensureBuilt(): Promise<void> {
  if (process.env.TEST_BUILT) return;
  const { build } = await import('#framework/build/build.ts');
  await build();
}
