import { messagesIn } from '../../shared/language.ts';

export const loginZh = {
  subtitle: '森林草原火情监测与指挥',
  userName: '用户名',
  password: '密码',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  submit: '登录',
  busy: '正在登录…',
  needUserName: '请输入用户名',
  needPassword: '请输入密码',
  capsLock: '大写锁定已开启',
  noAnswer: '服务器没有应答，请检查网络后再试',
  single: '统一身份登录',
  portal: '省级门户登录',
  demo: (way: string) => `${way}（演示）`,
  demoAccounts: {
    title: '演示账号',
    hint: (password: string) => `点一下即以该账号登录。口令都是 ${password}，数据均为演示。`,
    sees: {
      administration: '全部菜单与系统管理',
      'all-menus': '全部菜单',
      alarms: '只看预警监测',
      ranger: '护林员手机页',
    },
  },
  duty: '值班账号仅限本人使用，操作均留有记录。',
};
export type LoginMessages = typeof loginZh;

export const loginEn: LoginMessages = {
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
  single: 'Single sign-on',
  portal: 'Portal of the province',
  demo: (way) => `${way} (demo)`,
  demoAccounts: {
    title: 'Demo accounts',
    hint: (password) => `One press logs in. The password of all is ${password}; all data is made up for the demo.`,
    sees: {
      administration: 'All menus and administration',
      'all-menus': 'All menus',
      alarms: 'Monitoring only, no acts',
      ranger: 'The ranger’s phone page',
    },
  },
  duty: 'Duty accounts are personal; every act is recorded.',
};

export const useLoginMessages = messagesIn({ zh: loginZh, en: loginEn });
