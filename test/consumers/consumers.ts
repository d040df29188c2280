/** A small real app that installs the packed package, and how it is built and served. */
export interface Consumer {
  /** Its folder under `apps`. */
  app: string;
  /** Distinguishes it from another way to run the same app. */
  variant?: string;
  /** The command that builds it; absent where nothing is built. */
  build?: string;
  /** The output folder of the build, served as static files; or … */
  served?: string;
  /** … the command of its own server, which gets its port as `PORT` and in place of `{port}`. */
  start?: string;
}

/** Where a framework has types for templates, they are checked before the build. */
const vite = (check: string) => ({ build: `${check} && vite build`, served: 'dist' });
const dev = { variant: 'dev', start: 'vite --port {port} --host 127.0.0.1 --strictPort' };
const next = { app: 'next', start: 'next start --port {port}' };

/** Every consumer that `npm run consumers` runs. */
export const consumers: Consumer[] = [
  { app: 'html', served: '.' },
  { app: 'vite-react', ...vite('tsc') },
  { app: 'vite-react', ...dev },
  { app: 'vite-vue', ...vite('vue-tsc') },
  { app: 'vite-svelte', ...vite('svelte-check') },
  { app: 'vite-solid', ...vite('tsc') },
  { app: 'webpack', build: 'webpack', served: 'dist' },
  { app: 'rspack', build: 'rspack build', served: 'dist' },
  {
    app: 'esbuild',
    build: 'esbuild src/index.js --bundle --splitting --format=esm --minify --outdir=dist',
    served: '.',
  },
  {
    app: 'parcel',
    build: 'parcel build index.html --no-cache --cache-dir node_modules/.cache/parcel',
    served: 'dist',
  },
  { app: 'angular', build: 'ng build', served: 'dist/browser' },
  { app: 'astro', build: 'astro build', served: 'dist' },
  { ...next, variant: 'Turbopack', build: 'next build' },
  { ...next, variant: 'webpack', build: 'next build --webpack' },
  { app: 'nuxt', build: 'nuxt build', start: 'node .output/server/index.mjs' },
  { app: 'sveltekit', build: 'vite build', start: 'node build' },
];
