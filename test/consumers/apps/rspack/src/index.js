import 'idv-verify';

const element = document.createElement('idv-verify');
element.setAttribute('session-url', '/idv/session');
element.setAttribute('no-redirect', '');
document.body.append(element);
