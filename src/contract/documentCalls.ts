/** Method and path of the page's calls for the document of a person. */
export const documentCalls = {
  startDocumentCheck: { method: 'POST', path: '/biometrics/document-check' },
  captureDocument: { method: 'POST', path: '/biometrics/document-check/:id/capture' },
  retrieveDocumentCheck: { method: 'GET', path: '/biometrics/document-check/:id' },
} as const;
