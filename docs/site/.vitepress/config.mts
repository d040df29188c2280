import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

const site = [
  { text: 'Install', link: '/install' },
  { text: 'The element', link: '/element' },
  { text: 'On your back end', link: '/server' },
  { text: 'The hosted page', link: '/hosted' },
  { text: 'The hand-off to a phone', link: '/handoff' },
  { text: 'Content security policy', link: '/csp' },
  { text: 'Theming', link: '/theming' },
  { text: 'What each token changes', link: '/looks' },
  { text: 'Languages', link: '/languages' },
  { text: 'Test mode', link: '/test-mode' },
  { text: 'The demo', link: '/demo' },
  { text: 'Error codes', link: '/errors' },
  { text: 'Troubleshooting', link: '/troubleshooting' },
  { text: 'Migration', link: '/migration' },
];

const service = [
  { text: 'API reference', link: '/api' },
  { text: 'Selfie check', link: '/selfie-check' },
  { text: 'Screening', link: '/screening' },
  { text: 'Review desk', link: '/desk' },
  { text: 'Credentials of wallets', link: '/wallet' },
  { text: 'Privacy ledger', link: '/privacy' },
  { text: 'Threats', link: '/threats' },
  { text: 'Operating the service', link: '/operate' },
  { text: 'Past one PostgreSQL', link: '/scale' },
  { text: 'Architecture', link: '/architecture' },
];

/** The pages of `docs`, as a site: search without a server, light and dark. */
export default defineConfig({
  title: 'idv-verify',
  description: 'Identity verification that a site can drop in',
  // build.ts lays the pages of docs/ there: they must stand where packages are found.
  srcDir: 'pages',
  outDir: '../../.cache/docs',
  cacheDir: '../../.cache/vitepress',
  lang: 'en',
  cleanUrls: true,
  // The papers beside the sources are no pages of the site.
  ignoreDeadLinks: [/\.\.\/(CONTRIBUTING|SECURITY|CHANGELOG|README)/, /^\.\/\.\.\//],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'idv-verify' } } },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Five minutes', link: '/#five-minutes' },
      { text: 'API', link: '/api' },
      { text: 'Playground', link: '/playground' },
      { text: version, link: '/migration' },
    ],
    sidebar: [
      { text: 'On your site', items: site },
      { text: 'The service', items: service },
    ],
    outline: [2, 3],
  },
});
