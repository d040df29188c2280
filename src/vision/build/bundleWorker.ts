import { build, type Rolldown } from 'vite';

/** A module with everything that it imports, as one script: it starts sooner, and a bundler may copy it as it is. */
export async function bundleWorker(entry: string): Promise<string> {
  const lib = { entry, formats: ['es' as const], fileName: 'worker' };
  const rolldownOptions = { output: { minify: true } };
  const options = { write: false, target: 'es2022', lib, rolldownOptions };
  const result = await build({ configFile: false, logLevel: 'error', publicDir: false, build: options });
  return (result as Rolldown.RolldownOutput[])[0]!.output[0].code;
}
