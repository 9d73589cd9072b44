// ui.md "Visual language" for antd: the dark algorithm with our tokens.
import { theme as antd, type ThemeConfig } from 'antd';

export const FONT = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif';

export const theme: ThemeConfig = {
  algorithm: antd.darkAlgorithm,
  token: {
    colorPrimary: '#2dd4ff',
    colorInfo: '#2dd4ff',
    colorLink: '#2dd4ff',
    colorLinkHover: '#7ee6ff',
    colorLinkActive: '#7ee6ff',
    colorSuccess: '#3ecf8e',
    colorWarning: '#facc15',
    colorError: '#ff7b72',
    colorBgBase: '#0b1220',
    colorBgContainer: '#0f1a2e',
    colorBgElevated: '#13203a',
    colorBorder: '#35486b',
    colorBorderSecondary: '#22314d',
    colorText: '#e6edf7',
    colorTextSecondary: '#93a4bf',
    colorTextTertiary: '#93a4bf',
    colorTextDescription: '#93a4bf',
    colorTextPlaceholder: '#8294b2',
    colorTextDisabled: '#7d8eab',
    colorErrorText: '#ff8a80',
    colorTextLightSolid: '#04202b',
    fontFamily: FONT,
    fontSize: 14,
    borderRadius: 6,
    // Nothing decorative moves (ui.md): a dialog that grows is late where the globe needs the frame.
    motion: false,
  },
  components: {
    Table: { headerBg: '#13203a', headerColor: '#c3d0e6', rowHoverBg: '#16233b' },
    Tooltip: { colorBgSpotlight: '#16233b', colorTextLightSolid: '#e6edf7' },
    Button: { dangerColor: '#2b0503', primaryColor: '#04202b' },
    Checkbox: { colorWhite: '#04202b' },
  },
};
