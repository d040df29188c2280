/** The oldest Node that runs the project's TypeScript as it stands and has all that the tests use. */
const OLDEST = 24;

/**
 * What keeps this machine from running the project. For Linux and Windows the lock file brings a Node of its own;
 * elsewhere the machine's must be new enough.
 * @param {{platform: string, arch: string, version: string, brought: string[]}} machine `version` as in
 *   `process.versions.node`; `brought`: the packages with a Node that the lock file names
 * @returns {string | null} a sentence that says what to install, or `null` if nothing is missing.
 */
export function nodeProblem({ platform, arch, version, brought }) {
  const system = platform === 'win32' ? 'win' : platform;
  if (brought.includes(`node-${system}-${arch}`) || Number.parseInt(version, 10) >= OLDEST) return null;
  const how = platform === 'darwin' ? 'brew install node@24, or' : 'get it';
  return `Node ${version} is too old here: install Node ${OLDEST} or newer (${how} from https://nodejs.org) and run the command again.`;
}
