/** The number of every document that test mode draws. Live mode knows it by that (`document_test`). */
export const testDocumentNumber = 'SP2345678';
