/** The changelog is written in the integrator's words: each sentence as it stands, no commits, no names. */
export default {
  getReleaseLine: async ({ summary }) => `- ${summary.trim().split('\n').join('\n  ')}`,
  getDependencyReleaseLine: async () => '',
};
