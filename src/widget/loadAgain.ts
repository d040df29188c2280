/**
 * Loads a script of the widget. A browser may keep a script that did not arrive as failed for the life of the page
 * (https://github.com/whatwg/html/issues/6768), so trying again would never help: the second try asks under another
 * address, which such browsers name in their error.
 * @throws what the browser throws when the script can't be had.
 */
export async function loadAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const address = error instanceof TypeError ? /https?:\S+\.js/.exec(error.message)?.[0] : undefined;
    if (!address) throw error;
    return import(/* @vite-ignore */ `${address}?again=${++tries}`);
  }
}

let tries = 0;
