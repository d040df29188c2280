/** Method and path of the page's calls for a credential from a wallet. */
export const credentialCalls = {
  startCredentialRequest: { method: 'POST', path: '/cases/:id/credential-requests' },
  answerCredentialRequest: { method: 'POST', path: '/credential-requests/:id/response' },
  retrieveCredentialRequest: { method: 'GET', path: '/credential-requests/:id' },
} as const;
