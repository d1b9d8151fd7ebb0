/** Builds the pages' files, unless the run has done so: importing the builder takes half as long as importing the server. */
export async function ensureBuilt(): Promise<void> {
  if (process.env.TEST_BUILT) return;
  const { build } = await import('#framework/build/build.ts');
  await build();
}
