/** Which folders of `src` a folder may import from, beside itself. */
export const ARROWS: Record<string, string[]> = {
  contract: [],
  client: ['contract'],
  server: ['contract', 'client'],
  vision: ['contract'],
  screening: ['contract'],
  credentials: ['contract'],
  testface: ['contract', 'vision'],
  testwallet: ['contract', 'credentials'],
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
  ['service.ts'],
  ['app.ts'],
  ['background', 'routes', 'openapi', 'metrics'],
  ['http', 'readiness'],
  ['deps.ts'],
  ['keys'],
  ['screenings', 'webhooks'],
  ['details'],
  ['selfies'],
  ['cases'],
  ['events', 'jobs', 'audit'],
  ['testmode'],
  ['context.ts'],
  ['db'],
  ['crypto', 'limits', 'telemetry'],
  ['log.ts', 'builtFiles.ts'],
  ['settings'],
  ['ApiError.ts'],
];
