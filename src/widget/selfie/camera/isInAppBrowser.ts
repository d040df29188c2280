/** What the apps that open pages within themselves call themselves; `; wv` is any app's on Android. */
const IN_APP =
  /; wv\)|\b(FBAN|FBAV|FB_IAB|Instagram|Line|MicroMessenger|Snapchat|Twitter|LinkedInApp|Pinterest|BytedanceWebview|musical_ly|GSA)\b/;

/** Whether the page is shown within an app, which may have no camera to give, and no settings to allow it. */
export function isInAppBrowser(agent: string = navigator.userAgent): boolean {
  const isAppleWithoutSafari = /\b(iPhone|iPad)\b/.test(agent) && !/Safari\//.test(agent);
  return IN_APP.test(agent) || isAppleWithoutSafari;
}
