import type { SourceFile } from './sourceGraph.ts';

export interface Way {
  files: number;
  folderChanges: number;
}

interface Route {
  /** The files that the work passes through, in order: `docs/architecture.md` walks them. */
  steps: string[];
  /** Imports from these folders are files that a reader of a step opens too. */
  rooms: string[];
}

const ROUTES: Record<'frame' | 'case' | 'name' | 'text', Route> = {
  frame: {
    steps: [
      'widget/selfie/capture/LiveCapture.ts',
      'widget/selfie/capture/guidedFrames.ts',
      'widget/selfie/capture/CaptureGuide.ts',
      'vision/startFaceEngine.ts',
      'vision/EngineRequestHandler.ts',
      'vision/Tracker.ts',
      'vision/FaceEngine.ts',
      'widget/selfie/SendingStep.ts',
      'client/createSelfieClient.ts',
      'client/transport.ts',
      'service/http/readInput.ts',
      'service/http/readMultipart.ts',
      'service/routes/selfieChecks.ts',
      'service/selfies/capture.ts',
      'service/selfies/verifySelfie.ts',
      'service/selfies/examine/startExaminer.ts',
      'service/selfies/examine/examinerProcess.ts',
      'service/selfies/examine/judgeCapture.ts',
      'vision/recording/analyseRecording.ts',
      'service/selfies/verdict/verdictOf.ts',
    ],
    rooms: [
      'widget/selfie/',
      'client/',
      'vision/face/',
      'vision/judge/',
      'vision/recording/',
      'vision/',
      'service/http/read',
      'service/routes/',
      'service/selfies/',
    ],
  },
  case: {
    steps: [
      'service/routes/cases.ts',
      'service/cases/createCase.ts',
      'service/cases/advanceCase.ts',
      'service/cases/moveCase.ts',
      'service/events/newEvent.ts',
      'service/background/startDeliveries.ts',
      'service/background/LeaseLoop.ts',
      'service/webhooks/attemptDelivery.ts',
      'service/webhooks/postWebhook.ts',
      'service/webhooks/recordAttempt.ts',
    ],
    rooms: [
      'service/routes/',
      'service/cases/',
      'service/events/',
      'service/background/',
      'service/webhooks/',
    ],
  },
  name: {
    steps: [
      'screening/lists/ofac.ts',
      'screening/loading/readLists.ts',
      'screening/index/IndexBuilder.ts',
      'screening/names/nameParts.ts',
      'screening/search/screen.ts',
      'screening/search/find.ts',
      'screening/search/candidates.ts',
      'screening/compare/alignParts.ts',
      'screening/compare/evidence.ts',
      'screening/search/hitsOf.ts',
    ],
    rooms: ['screening/'],
  },
  text: {
    steps: ['widget/locales/MessagesHolder.ts', 'widget/locales/textsOf.ts'],
    rooms: ['widget/locales/'],
  },
};

/**
 * The number of files that a reader opens to follow one path through the code: its steps, and the value imports of each
 * step from the folders on the path. A folder change is a step in another folder than the previous one, on the second
 * level of `src`.
 * @throws if a step no longer exists: the path must then be updated.
 */
export function ways(files: SourceFile[]): Record<keyof typeof ROUTES, Way> {
  const known = new Map(files.map((file) => [file.path, file]));
  const entries = Object.entries(ROUTES).map(([name, { steps, rooms }]) => {
    const opened = new Set<string>();
    for (const step of steps) {
      const file = known.get(step);
      if (!file) throw new Error(`The way of a ${name} has no ${step}.`);
      opened.add(step);
      for (const to of file.valueImports)
        if (known.has(to) && rooms.some((room) => to.startsWith(room)) && to !== 'vision/index.ts')
          opened.add(to);
    }
    const passed = steps.map(roomOf);
    const folderChanges = passed.filter((room, index) => index > 0 && room !== passed[index - 1]).length;
    return [name, { files: opened.size, folderChanges }];
  });
  return Object.fromEntries(entries) as Record<keyof typeof ROUTES, Way>;
}

function roomOf(path: string): string {
  return path.split('/').slice(0, -1).slice(0, 2).join('/');
}
