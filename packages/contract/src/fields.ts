// Fields that many calls share: texts, numbers, times and codes as they travel, each turned into the inside's type at the border.
import { type GridNo, parseGridNo } from '@lookout/domain';
import { z } from 'zod';
import { parseTime } from './times.ts';

z.config(z.locales.zhCN());

// PostgreSQL stores no NUL, and a lone surrogate is no text: both are refused at the border with a message, not by the database.
const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * Text of at most `max` characters that the store can hold.
 * @param missing what is said when there is no text at all
 */
export const text = (max = 500, missing?: string) =>
  z
    .string(missing)
    .max(max)
    .refine((s) => !unstorable.test(s), '含有无法保存的字符');

export const optionalText = (max = 500) => text(max).nullish();

/** Text that must say something. */
export const requiredText = (max: number, message: string) => text(max, message).refine((s) => s.trim() !== '', message);

export const gridNo = z
  .string('网格编号必须是文本')
  .refine((s) => parseGridNo(s) !== null, '网格编号应为6位数字')
  .transform((s) => s as GridNo);

/** A number that a query string, a form or JSON may carry. */
export const numeric = (inner: z.ZodNumber = z.number()) =>
  z.preprocess((v) => (typeof v === 'string' && v.trim() !== '' && Number.isFinite(Number(v)) ? Number(v) : v), inner);

export const longitude = numeric(z.number('请输入经度').min(-180, '经度应在-180到180之间').max(180, '经度应在-180到180之间'));
export const latitude = numeric(z.number('请输入纬度').min(-90, '纬度应在-90到90之间').max(90, '纬度应在-90到90之间'));

export const time = z
  .string()
  // Aborted: a rule on the whole object (an end after its beginning) must never meet the text of a time that is none.
  .refine((s) => parseTime(s) !== null, { error: '时间应为 YYYY-MM-DD HH:mm:ss（北京时间）或 ISO 8601', abort: true })
  .transform((s) => parseTime(s) as Date);

/** `YYYY-MM-DD HH:mm:ss`, Beijing time, in replies. */
export const wireTime = z.string();

/** A key made by us. Somebody else's text is no key of ours: 422, never a database error. */
export const id = z.uuid('编号格式不正确');

/** 0 or 1 as number or text. */
export const bit = z.preprocess((v) => (v === '0' ? 0 : v === '1' ? 1 : v), z.literal([0, 1]));

export const paging = {
  pageNo: numeric(z.number().int().min(1).max(1_000_000)).default(1),
  pageSize: numeric(z.number().int().min(1).max(500)).default(20),
};

/** The order of a window's ends is checked where both are given. */
export const timeWindow = { beginTime: time.nullish(), endTime: time.nullish() };

/** An unpaged list stops here and says so in `message`. */
export const LIST_LIMIT = 20_000;
