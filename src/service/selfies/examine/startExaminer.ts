import { type ChildProcess, fork } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join, parse, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiError } from '../../ApiError.ts';
import type { Log } from '../../log.ts';
import type {
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
  /** Processes at most; by default two, on a machine that has as many cores. */
  size?: number;
  /** Hears of each process that a picture took down. */
  log?: Log;
  /** Time limit for one picture in a process, in milliseconds. */
  pictureMs?: number;
}

/** Time limit for one picture in a process, in milliseconds; decoding has a lower limit of its own. */
const PICTURE_MS = 10_000;
/** How much of that may be time of the processor: the largest honest picture takes a quarter of it. */
const PICTURE_CPU_MS = 2000;
/** A portrait is small, and gets less of both: 0.8 seconds of the processor. */
const PORTRAIT = 0.4;
/** More pixels than a page sends. Decoding such a picture takes so long that others must not wait for it. */
const HEAVY_PIXELS = 3_000_000;
/** Pictures of about twelve captures. Their files are in memory as long as they wait. */
const MAX_WAITING = 96;
/** Of the JavaScript heap; pixels are outside of it. */
const HEAP_MB = 192;
/**
 * Size of each half of the young generation. Without the limit it grows to five times the live data and gains no speed.
 */
const YOUNG_MB = 16;
/** In all. The largest honest picture takes about half of it. */
const MAX_BYTES = 640 * 2 ** 20;
/**
 * Environment variables passed to a process: library paths and the compile cache. The service's other variables,
 * secrets above all, are not passed.
 */
const ENVIRONMENT = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'NODE_COMPILE_CACHE'];

/** Opens the processes that look at pictures. */
export function startExaminer(
  eye: FaceEngineFiles | null,
  { size = Math.min(2, availableParallelism()), log, pictureMs = PICTURE_MS }: Options = {},
): Examiner {
  const onLoss = ({ code }: PoolError) => log?.warn('picture process ended', { reason: code });
  const pool = new ProcessPool<ExaminerTask, ExaminerReply>({
    start: starterOf(eye),
    size,
    maxWaiting: MAX_WAITING,
    maxBytes: MAX_BYTES,
    onLoss,
  });
  const run = runnerOn(pool, pictureMs);
  return {
    engine: eye && { name: 'idv-verify', version: eye.version },
    inspect: async (file, use, owner) => {
      try {
        const outcome = await run({ inspect: file, use }, { isHeavy: isLarge(file), owner });
        if ('inspection' in outcome) return outcome.inspection;
      } catch (error) {
        return refusalOf(error);
      }
      throw new PoolError('failed');
    },
    inspectPortrait: async (file, owner) => {
      try {
        const outcome = await run({ inspectPortrait: file }, { pictures: PORTRAIT, owner });
        if ('portrait' in outcome) return outcome.portrait;
      } catch (error) {
        refusalOf(error);
        return { use: 'unreadable', file: null };
      }
      throw new PoolError('failed');
    },
    inspectTrail: async (trail, owner) => {
      try {
        const outcome = await run({ inspectTrail: trail }, { owner });
        if ('problems' in outcome) return outcome.problems;
      } catch (error) {
        const { problem } = refusalOf(error);
        return trail.map(() => problem);
      }
      throw new PoolError('failed');
    },
    judge: async (evidence, owner) => {
      // Its pictures may have to be decoded once more.
      const isHeavy = evidence.frames.some(({ file }) => isLarge(file));
      const pictures = evidence.frames.length + 2;
      const outcome = await run({ judge: evidence }, { pictures, owner, isHeavy });
      if ('judgement' in outcome) {
        // Judged by another process than took them in, since that was busy or is gone, or much later.
        if (outcome.decodedAgain > 0) log?.debug('pictures decoded again', { count: outcome.decodedAgain });
        return outcome.judgement;
      }
      throw new PoolError('failed');
    },
    isReplay: async (files, owner) => {
      const pictures = files.own.frames.length + files.earlier.frames.length + 2;
      // Frames of two captures: more than one picture of anybody.
      const outcome = await run({ isReplay: files }, { pictures, owner, isHeavy: true });
      if ('isReplay' in outcome) return outcome.isReplay;
      throw new PoolError('failed');
    },
    findEyes: async (file, owner) => {
      try {
        const outcome = await run({ findEyes: file }, { isHeavy: isLarge(file), owner });
        if ('eyes' in outcome) return outcome.eyes;
      } catch (error) {
        refusalOf(error);
        return null;
      }
      throw new PoolError('failed');
    },
    redrawLogo: async (file) => {
      try {
        const outcome = await run({ redrawLogo: file }, { isHeavy: isLarge(file) });
        if ('logo' in outcome) return outcome.logo;
      } catch (error) {
        refusalOf(error);
        return null;
      }
      throw new PoolError('failed');
    },
    close: () => pool.close(),
  };
}

/** Runs tasks within the limits of as many pictures as they have. */
function runnerOn(pool: ProcessPool<ExaminerTask, ExaminerReply>, pictureMs: number) {
  return async (task: ExaminerTask, { pictures = 1, isHeavy = false, owner = {} as Owner } = {}) => {
    const outcome = await pool.run(task, {
      timeMs: pictureMs * pictures,
      cpuMs: PICTURE_CPU_MS * pictures,
      group: owner.capture,
      owner: owner.caseId,
      isHeavy,
    });
    if ('failed' in outcome) throw new PoolError(outcome.failed);
    return outcome;
  };
}

function isLarge(file: Uint8Array): boolean {
  return declaredPixels(file) > HEAVY_PIXELS;
}

/** Starts one process, and hands it the eye. */
function starterOf(eye: FaceEngineFiles | null): () => ChildProcess {
  const program = fileURLToPath(new URL('./examinerProcess.ts', import.meta.url));
  const told = ENVIRONMENT.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  // One decoding thread beside the measuring one; more would compete with it for CPU time.
  const env = { ...Object.fromEntries(told), UV_THREADPOOL_SIZE: '1' };
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
    child.send({ eye: eye?.parts ?? null }, () => undefined);
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
  | { inspect: Uint8Array; use: 'frame' | 'reference' }
  | { inspectPortrait: Uint8Array }
  | { inspectTrail: readonly Uint8Array[] }
  | { judge: Evidence }
  | { isReplay: ReplayFiles }
  | { findEyes: Uint8Array }
  | { redrawLogo: Uint8Array };

/** The answer of a process; `failed` gives the reason if there is no result but the process survives. */
export type ExaminerReply =
  | { inspection: Inspection }
  | { portrait: PortraitInspection }
  | { problems: (PictureProblem | null)[] }
  | { judgement: Judgement /** How many step pictures had to be decoded anew. */; decodedAgain: number }
  | { isReplay: boolean }
  | { eyes: EyePositions | null }
  | { logo: Uint8Array | null }
  | { failed: PoolError['code'] };

/** Who owns nothing, by the custom of Linux systems. */
const NOBODY = 65_534;

/**
 * The options with which Node lets a process read its own program and libraries, and do nothing else with files, processes
 * or threads: a fault of a decoder reaches no further through Node. Libraries of the system are not bound by it.
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
