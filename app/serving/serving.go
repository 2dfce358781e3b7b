// Package serving tells the server what the settings say.
package serving

import (
	"time"

	"github.com/unodesk/unodesk/app/config"
	"github.com/unodesk/unodesk/server"
)

// Settings are the server's part of c; accessToken is "" where there is none.
func Settings(c config.MCP, accessToken string) server.Settings {
	return server.Settings{
		AllowPrivateOrigins: c.AllowPrivateOrigins,
		AllowedOrigins:      c.AllowedOrigins,
		AccessToken:         accessToken,
		LAN:                 c.LAN,
		TokenForAll:         c.TokenForAll,
		Debug:               c.Debug,
		ToolMode:            c.ExposureMode,
		Profile:             c.Profile,
		ReadOnly:            c.ReadOnly,
		TokenProfile:        c.TokenProfile,
		TokenReadOnly:       c.TokenReadOnly,
		CallTimeout:         time.Duration(c.CallTimeout) * time.Second,
		LongCallTimeout:     time.Duration(c.LongCallTimeout) * time.Second,
		JobAfter:            time.Duration(c.JobAfter) * time.Second,
		TextLimit:           c.AnswerLimit << 10,
	}
}
