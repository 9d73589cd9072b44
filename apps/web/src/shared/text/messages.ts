// Messages for every page, in both languages, worded exactly as in the specification. Messages of the contract and the domain are imported
// from there.
import { outcomeMessages } from '@lookout/contract';
import { passwordMessages, strictPasswordMessages } from '@lookout/features/auth/password.ts';
import { messagesIn } from '../language.ts';

export const sharedZh = {
  common: {
    drill: '演练',
    systemName: '林火瞭望',
    ok: '确定',
    cancel: '取消',
    save: '保存',
    retry: '重试',
    reload: '刷新页面',
    edit: '修改',
    yes: '是',
    no: '否',
    unknown: '—',
    loading: '加载中…',
    noRight: outcomeMessages.zh.noRight,
    noRightHint: (page: string) => `当前账号没有打开“${page}”的权限。如需使用，请联系管理员开通。`,
    noRightHere: '当前账号没有打开此页面的权限。如需使用，请联系管理员开通。',
    notFound: '没有这个页面',
    notFoundHint: '地址可能写错了，或者页面已经移走。',
    backToRoom: '回到预警监测',
    broken: '页面出错了',
    brokenHint: '这一部分没能显示，其余部分仍可使用。可以重试；如仍不行，请刷新页面。',
    noScript: '页面脚本没有取到',
    noScriptHint: '网络断开、太慢（超过120秒），或者系统已更新。其余部分仍可使用。请重试；如仍不行，请刷新页面。',
    loadFailed: '没能取得数据',
    noAnswer: '服务无应答',
    language: 'English',
    languageLabel: '切换到英文界面',
    imageFailed: '图片无法显示',
    imageLoading: '图片加载中',
    showOnMap: '在地图上看',
    positionHint: '103.59, 31.48 或 103°35′24″E 31°28′48″N',
    badPosition: '无法识别，请按“经度, 纬度”输入',
  },
  /** Menu labels. */
  menu: {
    main: '主菜单',
    more: '更多菜单',
    others: '更多',
    groups: { urgent: '紧急', prevention: '预警与预案', records: '经过与分析', settings: '规则与设置' },
  },
  grid: {
    province: '省',
    prefecture: '市州',
    county: '县区',
    whole: '全部',
  },
  password: {
    newPassword: '新密码',
    rule: passwordMessages.required,
    strictRule: strictPasswordMessages['strict-length'],
    changed: outcomeMessages.zh.passwordChanged,
    avoid: '不可使用空格、引号、反斜杠和 < > &',
  },
};
export type SharedMessages = typeof sharedZh;

export const sharedEn: SharedMessages = {
  common: {
    drill: 'Exercise',
    systemName: 'Fire Lookout',
    ok: 'OK',
    cancel: 'Cancel',
    save: 'Save',
    retry: 'Try again',
    reload: 'Reload the page',
    edit: 'Edit',
    yes: 'Yes',
    no: 'No',
    unknown: '—',
    loading: 'Loading…',
    noRight: 'No permission',
    noRightHint: (page: string) => `This account may not open “${page}”. Ask your administrator for the right.`,
    noRightHere: 'This account may not open this page. Ask your administrator for the right.',
    notFound: 'There is no such page',
    notFoundHint: 'The address may be wrong, or the page has moved.',
    backToRoom: 'Back to monitoring',
    broken: 'This part failed',
    brokenHint: 'The rest still works. Try again; if that does not help, reload the page.',
    noScript: 'The script of this part did not arrive',
    noScriptHint:
      'The line is down or too slow (over 120 s), or the system was updated. The rest still works. Try again; if that does not help, reload the page.',
    loadFailed: 'The data could not be loaded',
    noAnswer: 'No answer',
    language: '中文',
    languageLabel: 'Switch to Chinese',
    imageFailed: 'The picture cannot be shown',
    imageLoading: 'Loading picture',
    showOnMap: 'Show on the map',
    positionHint: '103.59, 31.48 or 103°35′24″E 31°28′48″N',
    badPosition: 'Not readable; enter “longitude, latitude”',
  },
  menu: {
    main: 'Main menu',
    more: 'More menus',
    others: 'More',
    groups: { urgent: 'Urgent', prevention: 'Warnings and plans', records: 'Records and analysis', settings: 'Rules and settings' },
  },
  grid: { province: 'Province', prefecture: 'Prefecture', county: 'County', whole: 'All' },
  password: {
    newPassword: 'New password',
    rule: '6–18 characters with a letter, a digit and a symbol',
    strictRule: '12–64 characters with a letter, a digit and a symbol',
    changed: 'Password changed',
    avoid: 'No spaces, quotes, backslash, < > or &',
  },
};

export const sharedMessages = { zh: sharedZh, en: sharedEn };
export const useSharedMessages = messagesIn(sharedMessages);
