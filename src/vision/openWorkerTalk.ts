import { startWorker, type WorkerPlace } from './startWorker.ts';

/** Questions to a worker of the page, or to the same code on its main thread, and their answers. */
export interface WorkerTalk<Question, Answer> {
  /** Otherwise every question blocks the page for a moment. */
  readonly isInWorker: boolean;
  /** @throws the reason with which it ended. */
  ask(question: Question, transfer?: Transferable[]): Promise<Answer>;
  /** Ends the worker, with all its memory; waiting questions are rejected with the reason. */
  end(reason: unknown): void;
}

interface TalkParts<Question, Answer> {
  place: WorkerPlace;
  /** Loads the code that answers on the main thread, if no worker starts. */
  onPage(): Promise<{ handle(request: Numbered<Question>): Promise<Numbered<Answer>> }>;
  /** The error for a worker that ended unexpectedly. */
  broken(): Error;
}

/** Answers have the numbers of their questions. */
export type Numbered<T> = T & { id: number };

/** Opens a talk with a worker that posts a message when it runs, then one answer for each question. */
export async function openWorkerTalk<Question, Answer>({
  place,
  onPage,
  broken,
}: TalkParts<Question, Answer>): Promise<WorkerTalk<Question, Answer>> {
  const worker = await startWorker(place);
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(reason: unknown): void }>();
  let last = 0;
  let failure: { reason: unknown } | undefined;
  let handler = worker ? null : await onPage();
  const end = (reason: unknown) => {
    failure ??= { reason };
    worker?.terminate();
    handler = null;
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };
  const answered = (answer: Numbered<Answer>) => {
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
  };
  worker?.addEventListener('message', ({ data }: MessageEvent<Numbered<Answer>>) => answered(data));
  for (const type of ['error', 'messageerror']) worker?.addEventListener(type, () => end(broken()));
  return {
    isInWorker: worker !== undefined,
    ask: (question, transfer = []) => {
      if (failure) return Promise.reject(failure.reason);
      const request = { ...question, id: ++last };
      return new Promise((resolve, reject) => {
        waiting.set(request.id, { resolve, reject });
        if (worker) worker.postMessage(request, transfer);
        else handler?.handle(request).then(answered, end);
      });
    },
    end,
  };
}
