// The texts of a package's page and its script, in addition to those of the story, in both languages.
import type { Language } from '@lookout/contract';

export interface PageTexts {
  readonly title: string;
  readonly language: string;
  readonly facts: Readonly<Record<'place' | 'position' | 'first' | 'last' | 'state' | 'made' | 'id', string>>;
  readonly drill: string;
  readonly open: string;
  readonly closed: string;
  readonly map: string;
  readonly north: string;
  readonly story: string;
  /** `14:32 收到`. */
  knownAt(time: string): string;
  readonly missing: string;
  readonly check: string;
  readonly checkHint: string;
  readonly noScript: string;
  readonly limits: string;
}

export const pageTexts: Readonly<Record<Language, PageTexts>> = {
  zh: {
    title: '火情经过 · 封存包',
    language: 'English',
    facts: { place: '地点', position: '经纬度', first: '最早发现', last: '最近发现', state: '状态', made: '封存', id: '火情编号' },
    drill: '演练：不是真实火情',
    open: '未结束',
    closed: '已结束',
    map: '位置示意（只按坐标绘制，不含底图）',
    north: '北',
    story: '经过',
    knownAt: (time) => `${time} 收到`,
    missing: '图片已无法读取',
    check: '校验',
    checkHint:
      '选择解压后的文件夹，本页在浏览器里重算全部散列（每个文件、经过的每一行、清单），并核对清单的签名。这只能说明文件与清单一致、清单由所列密钥签名；密钥是否属于本系统，请与系统公布的公钥（/auth/api/auth/signingKeys，或 npm run doctor）核对，清单是否由系统封存，请核对下方清单的散列与系统里的封存记录，或运行 npm run verify-package -- 文件.zip。本页自身也可能被改，以该命令为准。',
    noScript: '校验需要允许本页脚本。',
    limits: '时间为北京时间；内容以封存人的网格和权限为限；录像不在包内。',
  },
  en: {
    title: 'Story of a fire · sealed package',
    language: '中文',
    facts: {
      place: 'Place',
      position: 'Position',
      first: 'First seen',
      last: 'Last seen',
      state: 'State',
      made: 'Sealed',
      id: 'Fire',
    },
    drill: 'EXERCISE: no real fire',
    open: 'not over',
    closed: 'over',
    map: 'Positions (drawn from coordinates alone, without a base map)',
    north: 'N',
    story: 'Story',
    knownAt: (time) => `received ${time}`,
    missing: 'the picture could not be read any more',
    check: 'Verify',
    checkHint:
      'Choose the unpacked folder: this page computes all hashes anew in the browser, of every file, of every line of the story and of the manifest, and verifies the signature of the manifest. That shows only that the files agree with the manifest and that the key named below signed it. Whether the key is the product’s is shown by comparing it with the public keys that the product publishes (/auth/api/auth/signingKeys, or npm run doctor); whether the manifest was sealed by the product, by comparing its hash below with the seal there, or by npm run verify-package -- FILE.zip. This page may have been changed too: that command decides.',
    noScript: 'Verifying needs this page’s script.',
    limits: 'Times are Beijing time; what is shown is what the person who sealed it could see; films are not included.',
  },
};

/** The messages of the page's script; `#` is replaced by a number. */
export const scriptTexts = {
  zh: {
    ok: '完好',
    bad: '不符',
    missing: '缺少文件',
    unlisted: '清单里没有',
    changed: '内容已被改动',
    line: '第 # 行与前一行的散列不符',
    count: '行数或最后一行与清单不符',
    seal: '清单与 # 不符',
    broken: '清单无法读取',
    otherFormat: '清单的格式是本页不认识的，请用包里自带的页面',
    badSignature: '清单的签名无效：清单或签名已被改动，或签名被删去',
    signed: '签名有效（#）',
    key: '签名密钥',
    whoseKey: '签名只在这个密钥是本系统所公布的时才能证明什么',
    unsigned: '没有签名：旧版本的封存包不签名',
    unableToVerify: '没有核对签名（#）：请打开那个封存包自带的页面',
    sha: '清单 #',
    done: '已校验 # 个文件',
    none: '没有选择文件夹',
    unable: '本页不能计算这个封存包的散列（#）：请打开那个封存包自带的页面，或换一个浏览器',
  },
  en: {
    ok: 'sound',
    bad: 'not sound',
    missing: 'file missing',
    unlisted: 'not in the manifest',
    changed: 'content was changed',
    line: 'line # does not follow the one before it',
    count: 'number of lines or last line differs from the manifest',
    seal: 'the manifest differs from #',
    broken: 'the manifest cannot be read',
    otherFormat: 'this page does not know the format of the manifest; please use the page of that package',
    badSignature: 'the signature of the manifest does not hold: either was changed, or the signature removed',
    signed: 'the signature holds (#)',
    key: 'key of the signature',
    whoseKey: 'the signature proves something only if the product publishes this key',
    unsigned: 'not signed: packages of older versions are not',
    unableToVerify: 'the signature (#) was not verified; please open the page of that package',
    sha: '# of the manifest',
    done: '# files checked',
    none: 'no folder was chosen',
    unable: 'this page cannot compute the hash of the package (#); please open the page of that package, or use another browser',
  },
} as const satisfies Readonly<Record<Language, Readonly<Record<string, string>>>>;
