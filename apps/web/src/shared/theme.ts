// The design tokens for antd: its dark algorithm with our colours.
import { theme as antd, type ThemeConfig } from 'antd';
import { COLOURS as c, FONT, SIZES } from './tokens.ts';

/** The dark algorithm dims seed colours; ours are chosen for a dark background and must stay unchanged. */
const asWritten = {
  colorPrimary: c.accent,
  colorInfo: c.accent,
  colorLink: c.accent,
  colorSuccess: c.handled,
  colorWarning: c.warn,
  colorError: c.bad,
} as const;

export const theme: ThemeConfig = {
  algorithm: [antd.darkAlgorithm, (seed, map) => ({ ...(map ?? antd.darkAlgorithm(seed)), ...asWritten })],
  token: {
    ...asWritten,
    colorPrimaryHover: c.accentLight,
    colorPrimaryActive: c.accentLight,
    // The focus ring, as theme.css draws it for other elements.
    colorPrimaryBorder: c.accent,
    lineWidthFocus: 2,
    colorLinkHover: c.accentLight,
    colorLinkActive: c.accentLight,
    colorErrorText: c.badText,
    colorBgBase: c.ground,
    colorBgContainer: c.field,
    colorBgElevated: c.elevated,
    colorBorder: c.edge,
    colorBorderSecondary: c.border,
    colorText: c.text,
    colorTextSecondary: c.second,
    colorTextTertiary: c.second,
    colorTextDescription: c.second,
    colorTextPlaceholder: c.placeholder,
    colorTextDisabled: c.disabled,
    colorTextLightSolid: c.onAccent,
    fontFamily: FONT,
    fontSize: 14,
    borderRadius: SIZES.radius,
    // No decorative motion: animation competes with the globe for frames.
    motion: false,
  },
  components: {
    Table: { headerBg: c.elevated, headerColor: c.pale, rowHoverBg: c.raised },
    Tooltip: { colorBgSpotlight: c.raised, colorTextLightSolid: c.text },
    Button: {
      primaryColor: c.onAccent,
      dangerColor: c.onBad,
      defaultBg: 'transparent',
      defaultHoverBg: 'transparent',
      defaultActiveBg: 'transparent',
      defaultHoverColor: c.text,
      defaultActiveColor: c.text,
      defaultHoverBorderColor: c.accent,
      defaultActiveBorderColor: c.accent,
      textTextColor: c.second,
      textTextHoverColor: c.text,
      textTextActiveColor: c.text,
      textHoverBg: c.raised,
      defaultShadow: 'none',
      primaryShadow: 'none',
      dangerShadow: 'none',
      borderColorDisabled: c.border,
      paddingInline: 14,
      iconGap: 6,
    },
    Checkbox: { colorWhite: c.onAccent },
  },
};
