// The look's tokens for antd: its dark algorithm with our colours.
import { theme as antd, type ThemeConfig } from 'antd';
import { COLOURS as c, FONT, SIZES } from './tokens.ts';

export const theme: ThemeConfig = {
  algorithm: antd.darkAlgorithm,
  token: {
    colorPrimary: c.accent,
    // The algorithm's hover is darker than AA allows on our ground.
    colorPrimaryHover: c.accentLight,
    colorPrimaryActive: c.accentLight,
    colorInfo: c.accent,
    colorLink: c.accent,
    colorLinkHover: c.accentLight,
    colorLinkActive: c.accentLight,
    colorSuccess: c.handled,
    colorWarning: c.warn,
    colorError: c.bad,
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
    // Nothing decorative moves (ui.md): a dialog that grows is late where the globe needs the frame.
    motion: false,
  },
  components: {
    Table: { headerBg: c.elevated, headerColor: c.pale, rowHoverBg: c.raised },
    Tooltip: { colorBgSpotlight: c.raised, colorTextLightSolid: c.text },
    Button: { dangerColor: c.onBad, primaryColor: c.onAccent },
    Checkbox: { colorWhite: c.onAccent },
  },
};
