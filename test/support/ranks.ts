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
 * The folders and files of the layered parts, from the top. An import points to a lower line, or stays in its own
 * folder: folders cannot import one another in a circle. An unlisted one is refused.
 */
export const LEVELS: Record<string, string[][]> = {
  widget: [
    ['register.ts'],
    ['index.ts'],
    ['elementTypes.ts'],
    ['IdvVerifyElement.ts'],
    ['flow'],
    ['screens'],
    ['LazyParts.ts', 'form', 'selfie'],
    ['reportAttributes.ts', 'templates'],
    ['reportNotice.ts', 'session', 'step'],
    ['events.ts', 'locales', 'styles', 'loader.ts', 'build'],
  ],
  vision: [
    ['index.ts', 'worker.ts', 'startFaceEngine.ts', 'build'],
    ['EngineRequestHandler.ts', 'recording', 'replay'],
    ['analyseFrame.ts', 'descriptors.ts', 'loadFiles.ts'],

    ['Tracker.ts'],
    ['judge'],
    ['FaceEngine.ts', 'measurement.ts', 'engineFiles.ts', 'startWorker.ts'],
    ['PixelReader.ts', 'face', 'loadEngineFile.ts'],
    ['VisionError.ts', 'net', 'picture.ts'],
  ],
  screening: [
    ['screening.ts'],
    ['batch', 'update', 'validation'],
    ['loading', 'testList.ts'],
    ['search'],
    ['index'],
    ['compare'],
    ['names', 'lists', 'addressKind.ts', 'makeDirectory.ts'],
  ],
  service: [
    ['cli'],
    ['main.ts'],
    ['serve.ts'],
    ['service.ts'],
    ['app.ts'],
    ['background', 'hosted', 'desk', 'routes', 'openapi', 'metrics'],
    ['http', 'readiness'],
    ['deps.ts'],
    ['keys'],
    ['reviews'],
    ['screenings', 'webhooks'],
    ['links', 'handoffs'],
    ['details', 'branding'],
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
  ],
};
