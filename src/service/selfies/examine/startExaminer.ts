import { type ChildProcess, fork } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join, parse, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiError } from '../../ApiError.ts';
import type { Log } from '../../log.ts';
import type {
  DocumentExamination,
  DocumentFiles,
  Evidence,
  Examiner,
  EyePositions,
  Inspection,
  Judgement,
  PictureOwner,
  PictureProblem,
  PortraitInspection,
  ReplayFiles,
} from '../examiner.ts';
import { PoolError, ProcessPool } from './ProcessPool.ts';
import type { FaceEngineFiles } from './readFaceEngineFiles.ts';
import { declaredPixels } from './requirePlainPicture.ts';

type Owner = Partial<PictureOwner>;

interface Options {
  /** Maximum number of processes; by default two, or fewer on a machine with fewer cores. */
  size?: number;
  /** Logs each process that a picture crashed. */
  log?: Log;
  /** Time limit for one picture in a process, in milliseconds. */
  pictureMs?: number;
  /** How long a picture waits for the process that has decoded it, in milliseconds. */
  groupMs?: number;
}

/** Time limit for one picture in a process, in milliseconds. Decoding has its own, lower limit. */
const PICTURE_MS = 10_000;
/** CPU time limit for one picture, in milliseconds. The largest genuine picture takes a quarter of it. */
const PICTURE_CPU_MS = 2000;
/** Factor of both limits for a portrait, which is small: 0.8 seconds of CPU time. */
const PORTRAIT = 0.4;
/** Above this number of pixels, which no page sends, a picture is a heavy task, so that it does not delay others. */
const HEAVY_PIXELS = 3_000_000;
/** Maximum number of waiting tasks, about twelve captures. The files of waiting tasks are in memory. */
const MAX_WAITING = 96;
/** Limit of the JavaScript heap of a process; pixels are outside this heap. */
const HEAP_MB = 192;
/**
 * Size of each half of the young generation. Without the limit it grows to five times the live data and gains no speed.
 */
const YOUNG_MB = 16;
/** Memory limit of a process in all. The largest genuine picture takes about half of it. */
const MAX_BYTES = 640 * 2 ** 20;
/**
 * Environment variables passed to a process: library paths and the compile cache. The service's other variables,
 * secrets above all, are not passed.
 */
const ENVIRONMENT = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'NODE_COMPILE_CACHE'];

/** Starts the pool of processes that examine pictures. */
export function startExaminer(
  engine: FaceEngineFiles | null,
  { size = Math.min(2, availableParallelism()), log, pictureMs = PICTURE_MS, groupMs }: Options = {},
): Examiner {
  const onLoss = ({ code }: PoolError) => log?.warn('picture process ended', { reason: code });
  const pool = new ProcessPool<ExaminerTask, ExaminerReply>({
    start: starterOf(engine),
    size,
    maxWaiting: MAX_WAITING,
    maxBytes: MAX_BYTES,
    groupMs,
    onLoss,
  });
  const run = runnerOn(pool, pictureMs);
  return {
    engine: engine && { name: 'idv-verify', version: engine.version },
    prepare: () => pool.prepare(),
    inspect: (file, use, owner) =>
      run({ inspect: file, use }, 'inspection', { isHeavy: isLarge(file), owner }).catch(refusalOf),
    inspectPortrait: (file, owner) =>
      run({ inspectPortrait: file }, 'portrait', { pictures: PORTRAIT, owner }).catch(
        (error) => refusalOf(error) && { use: 'unreadable', file: null },
      ),
    inspectTrail: (trail, owner) =>
      run({ inspectTrail: trail }, 'problems', { owner }).catch((error) => {
        const { problem } = refusalOf(error);
        return trail.map(() => problem);
      }),
    judge: async (evidence, owner) => {
      // The step pictures may have to be decoded again.
      const isHeavy = evidence.frames.some(({ file }) => isLarge(file));
      const pictures = evidence.frames.length + 2;
      const { judgement, decodedAgain } = await run({ judge: evidence }, 'judged', {
        pictures,
        owner,
        isHeavy,
      });
      // Another process had decoded them, or its cache had dropped them.
      if (decodedAgain > 0) log?.debug('pictures decoded again', { count: decodedAgain });
      return judgement;
    },
    isReplay: (files, owner) => {
      const isHeavy = files.earlier.files.some(isLarge);
      return run({ isReplay: files }, 'isReplay', { pictures: 4, owner, isHeavy });
    },
    findEyes: (file, owner) =>
      run({ findEyes: file }, 'eyes', { isHeavy: isLarge(file), owner }).catch(
        (error) => refusalOf(error) && null,
      ),
    redrawLogo: (file) =>
      run({ redrawLogo: file }, 'logo', { isHeavy: isLarge(file) }).catch(
        (error) => refusalOf(error) && null,
      ),
    readDocument: async (files, asOf, owner) =>
      engine && (await run({ readDocument: files, asOf }, 'examination', { ...sizeOf(files), owner })),
    close: () => pool.close(),
  };
}

/** Each still of a document is read at two sizes, and once for a barcode; the small frames of a side count as one picture. */
function sizeOf(files: readonly DocumentFiles[]): { pictures: number; isHeavy: boolean } {
  const stills = files.flatMap((side) => side.stills);
  const trails = files.filter(({ trail }) => trail.length > 0).length;
  return { pictures: 3 * stills.length + trails + 2, isHeavy: stills.some(isLarge) };
}

/** Runs tasks within the time limits of their pictures. */
function runnerOn(pool: ProcessPool<ExaminerTask, ExaminerReply>, pictureMs: number) {
  return async <Key extends keyof Results>(
    task: ExaminerTask,
    key: Key,
    { pictures = 1, isHeavy = false, owner = {} as Owner } = {},
  ): Promise<Results[Key]> => {
    const reply: Partial<Results> & Partial<Failure> = await pool.run(task, {
      timeMs: pictureMs * pictures,
      cpuMs: PICTURE_CPU_MS * pictures,
      group: owner.capture,
      owner: owner.caseId,
      isHeavy,
    });
    if (!(key in reply)) throw new PoolError(reply.failed ?? 'failed', { cause: reply.cause });
    return reply[key] as Results[Key];
  };
}

function isLarge(file: Uint8Array): boolean {
  return declaredPixels(file) > HEAVY_PIXELS;
}

/** Starts one process, and sends it the engine. */
function starterOf(engine: FaceEngineFiles | null): () => ChildProcess {
  const program = fileURLToPath(new URL('./examinerProcess.ts', import.meta.url));
  const passed = ENVIRONMENT.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  // One decoding thread in addition to the measuring one; more would compete with it for CPU time.
  const env = { ...Object.fromEntries(passed), UV_THREADPOOL_SIZE: '1' };
  const heap = [`--max-old-space-size=${HEAP_MB}`, `--max-semi-space-size=${YOUNG_MB}`];
  const execArgv = [...process.execArgv, ...heap, ...permissions(program)];
  const user = otherUser(program);
  return () => {
    const child = fork(program, {
      env,
      execArgv,
      ...user,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // If sending fails the process ends, and the pool is notified of that.
    child.send({ engine: engine?.parts ?? null }, () => undefined);
    return child;
  };
}

/**
 * A picture that crashes its process or exceeds its limits counts as unreadable. If the machine lacked CPU time or
 * memory, nothing is known about the picture and the error is passed on.
 */
function refusalOf(error: unknown): { problem: 'image_unreadable' } {
  if (!(error instanceof PoolError)) throw error;
  if (['late', 'too_large', 'lost'].includes(error.code)) return { problem: 'image_unreadable' };
  throw new ApiError('unavailable', { headers: { 'Retry-After': '1' } });
}

/** A request to a process. */
export type ExaminerTask =
  | { inspect: Uint8Array; use: 'frame' | 'reference' | 'document' }
  | { inspectPortrait: Uint8Array }
  | { inspectTrail: readonly Uint8Array[] }
  | { judge: Evidence }
  | { isReplay: ReplayFiles }
  | { findEyes: Uint8Array }
  | { redrawLogo: Uint8Array }
  | { readDocument: readonly DocumentFiles[]; asOf: string };

/** The results of a process, by the kind of task. */
interface Results {
  inspection: Inspection;
  portrait: PortraitInspection;
  problems: (PictureProblem | null)[];
  /** `decodedAgain`: number of step pictures that had to be decoded again. */
  judged: { judgement: Judgement; decodedAgain: number };
  isReplay: boolean;
  eyes: EyePositions | null;
  logo: Uint8Array | null;
  examination: DocumentExamination | null;
}

/** There is no result, but the process survives. */
interface Failure {
  failed: PoolError['code'];
  cause: unknown;
}

/** The reply of a process. */
export type ExaminerReply = { [Key in keyof Results]: Pick<Results, Key> }[keyof Results] | Failure;

/** The user id of `nobody` on Linux, which owns no files. */
const NOBODY = 65_534;

/**
 * Node options that limit a process to reading its own program and libraries: no other file access, no child processes,
 * no threads. This limits the effect of a fault in a decoder through Node's API; native libraries are not bound by it.
 * @see https://nodejs.org/api/permissions.html
 * @param program the script of the process.
 */
export function permissions(program: string): string[] {
  if (!process.allowedNodeEnvironmentFlags.has('--permission')) return [];
  const cache = process.env['NODE_COMPILE_CACHE'];
  const read = [...foldersOf(program), ...(cache ? [join(cache, '*')] : [])];
  return ['--permission', '--allow-addons', ...read.map((folder) => `--allow-fs-read=${folder}`)];
}

/** The folders of the program and of its libraries. */
function foldersOf(program: string): string[] {
  const sources = program.slice(0, program.lastIndexOf(`${sep}service${sep}`));
  const library = createRequire(program).resolve('sharp');
  const libraries = library.slice(0, library.lastIndexOf(`node_modules${sep}`));
  return [join(sources, '*'), join(libraries, 'node_modules', '*'), join(dirname(sources), 'package.json')];
}

/**
 * The unprivileged user for a process that only decodes, if the service may switch users and that user can read the
 * program. It owns none of the service's files and cannot inspect the service's process.
 * @returns an empty object if the process runs as the user of the service.
 */
function otherUser(program: string): { uid?: number; gid?: number } {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return {};
  const library = createRequire(program).resolve('sharp');
  const isReadable = [program, library, process.execPath].every(isReadableByAll);
  return isReadable ? { uid: NOBODY, gid: NOBODY } : {};
}

function isReadableByAll(file: string): boolean {
  if ((statSync(file).mode & 0o004) === 0) return false;
  for (let folder = dirname(file); folder !== parse(folder).root; folder = dirname(folder))
    if ((statSync(folder).mode & 0o001) === 0) return false;
  return true;
}
