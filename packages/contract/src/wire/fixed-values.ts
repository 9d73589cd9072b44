// What travels in Chinese whoever reads it: values of the specification, not sentences for a person. Pages have words of their own.

/** `dayOfWeek`, Sunday first. */
export const WEEKDAYS = ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'] as const;

/** `systemName` of a login. */
export const SYSTEM_NAME = '林火瞭望';

/** `alarmType` of an alarm that a smoke detector's became when it was pushed. */
export const PUSHED_SMOKE_TYPE = '烟感报警';
