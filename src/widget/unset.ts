/** The attributes and properties of the element before anybody has set one. */
export const unset = {
  locale: null,
  languages: null,
  theme: null,
  mode: null,
  preset: null,
  noRedirect: false,
  sessionUrl: null,
  assetBase: null,
  session: null,
  fetchSession: null,
  limits: null,
  messages: null,
};
