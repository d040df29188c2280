/** Which folders of `src` a folder may import from, beside itself. */
export const ARROWS: Record<string, string[]> = {
  contract: [],
  client: ['contract'],
  server: ['contract', 'client'],
  vision: ['contract'],
  screening: ['contract'],
  credentials: ['contract'],
  testface: ['contract', 'vision'],
  widget: ['contract', 'client', 'vision', 'testface'],
  react: ['widget'],
  ssr: ['widget'],
  service: ['contract', 'vision', 'screening', 'credentials'],
};

/**
 * The folders and files of `src/service`, from the top. An import points to a lower line, or stays in its own folder:
 * so no folders can import one another in a circle. What stands on no line is refused.
 */
export const LEVELS: string[][] = [
  ['cli'],
  ['main.ts'],
  ['doctor', 'service.ts', 'transfer'],
  ['app.ts', 'registerKeys.ts', 'rootKey.ts', 'whatIsMissing.ts'],
  ['background', 'routes', 'openapi', 'exposition'],
  ['http', 'readiness'],
  ['deps.ts'],
  ['screenings', 'webhooks'],
  ['details'],
  ['selfies'],
  ['cases'],
  ['events', 'jobs', 'audit', 'keys'],
  ['testmode'],
  ['context.ts'],
  ['db'],
  ['crypto', 'limits', 'metrics', 'tracing'],
  ['fault.ts'],
  ['log.ts', 'misspeltSettings.ts'],
  ['config.ts', 'withSecretFiles.ts', 'fontsFolder.ts', 'preparedDatabase.ts'],
  ['boundYoungHeap.ts', 'configError.ts', 'apiError.ts', 'secretNames.ts'],
];
