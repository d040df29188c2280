import { playwright } from '@vitest/browser-playwright';
import type { LaunchOptions } from 'playwright';

type Provider = ReturnType<typeof playwright>;

/**
 * What drives the browser for the tests of components. Over WebDriver BiDi a frame has no name (playwright-core 1.64), by which the
 * provider looks for the one that the tests run in: there it is the first frame within the page.
 */
export function browserProvider(launchOptions: LaunchOptions): Provider {
  const provider = playwright({ launchOptions });
  const { providerFactory } = provider;
  provider.providerFactory = (project) => {
    const made = providerFactory(project);
    const contextOf = made.getCommandsContext.bind(made);
    made.getCommandsContext = (session) => {
      const context = contextOf(session) as ReturnType<typeof contextOf> & {
        page: import('playwright').Page;
        frame: () => Promise<unknown>;
      };
      const named = context.frame;
      context.frame = async () => (context.page.frame('vitest-iframe') ? named() : context.page.frames()[1]);
      return context;
    };
    return made;
  };
  return provider;
}
