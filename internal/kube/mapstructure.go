package kube

// mapstructure decodes into what its second argument points to, or what its
// decoder was made for: DecoderConfig.Result.
var (
	mapstructure    = Package{Path: "github.com/go-viper/mapstructure/v2", Functions: decodesMaps}
	oldMapstructure = Package{Path: "github.com/mitchellh/mapstructure", Functions: decodesMaps}
)

var decodesMaps = map[string]string{
	"Decode":             "write $1 mapstructure.Decode",
	"DecodeMetadata":     "write $1 mapstructure.DecodeMetadata",
	"WeakDecode":         "write $1 mapstructure.WeakDecode",
	"WeakDecodeMetadata": "write $1 mapstructure.WeakDecodeMetadata",
	"NewDecoder":         "ret0=new0; new0/config=$0",
	"(*Decoder).Decode":  "write $0/config/*/Result/* mapstructure.Decode",
}
