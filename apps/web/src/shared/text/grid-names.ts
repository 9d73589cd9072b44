// Patterns for the beginning of full grid names (四川省阿坝藏族羌族自治州…): the province's part, then the prefecture's.

// Endings of province names; 市 only for the four municipalities, which begin their full names.
export const PROVINCE_NAME = /^(?:北京市|天津市|上海市|重庆市|.+?(?:省|自治区|特别行政区))/;
/** Matched at the beginning of what follows the province's name. */
export const PREFECTURE_NAME = /^.+?(?:自治州|地区|盟|市)/;
