// docs/settings.md: every setting with its default and what it is for, from the server's schema and the texts beside it.
import { defaultOf, type SettingName } from '@lookout/server/settings/config.ts';
import { OTHER_SETTINGS, SETTING_GROUPS, type SettingText } from '@lookout/server/settings/setting-texts.ts';

/** A default of the schema, as an operator would set it. */
function defaultText(value: unknown): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return '无';
  if (typeof value === 'string' || typeof value === 'number') return `\`${value}\``;
  throw new Error(`a default that docs/settings.md cannot show: ${JSON.stringify(value)}`);
}

/** A bar would end the cell. */
const cell = (text: string): string => text.replaceAll('|', '\\|');

const row = (name: string, { chinese, english, otherwise }: SettingText, fallback: string): string =>
  `| \`${name}\` | ${otherwise ?? fallback} | ${cell(chinese)}<br>*${cell(english)}* |`;

const table = (rows: readonly string[]): string => `| 设置 setting | 默认 default | 说明 meaning |\n|---|---|---|\n${rows.join('\n')}`;

export const settingsPage = (): string =>
  [
    '设置都是环境变量。有错的设置使服务不启动，并一次列出全部错误和改法。*Settings are environment variables. A bad value stops the start, with every fault named at once.*',
    ...SETTING_GROUPS.flatMap(({ chinese, english, settings }) => [
      `## ${chinese} · ${english}`,
      table(
        (Object.entries(settings) as [SettingName, SettingText][]).map(([name, text]) => row(name, text, defaultText(defaultOf(name)))),
      ),
    ]),
    '## 读自别处 · Read elsewhere',
    '服务器以外的程序读取的设置。*Settings that other programs than the server read.*',
    table(Object.entries(OTHER_SETTINGS).map(([name, text]) => row(name, text, '无'))),
  ].join('\n\n');
