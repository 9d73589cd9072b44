import type { LoginWords } from './text.zh-CN.ts';

export const loginEn: LoginWords = {
  subtitle: 'Forest and grassland fire monitoring and command',
  userName: 'User name',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  submit: 'Log in',
  busy: 'Logging in…',
  needUserName: 'Enter your user name',
  needPassword: 'Enter your password',
  capsLock: 'Caps Lock is on',
  noAnswer: 'The server does not answer. Check the network and try again',
  duty: 'Duty accounts are personal; every act is recorded.',
};
